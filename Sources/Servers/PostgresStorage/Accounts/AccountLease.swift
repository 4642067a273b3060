// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SignIn

/// A lease by which one program at a time refreshes an account, renewed while it runs.
///
/// It is a row with an end by the server's clock, in a table that a crash may empty: 14,000 leases per second on two
/// cores. A locked row gave 3,500, because its lock is written to disk, and occupies a connection while a provider
/// responds.
struct AccountLease: Sendable {
    private let name: String
    private let database: PostgresDatabase
    private let holder = UUID().uuidString
    var interval: Duration = .seconds(3)

    init(of name: String, in database: PostgresDatabase) { (self.name, self.database) = (name, database) }

    func acquire() async throws {
        do {
            try await take()
        } catch {
            // The lease may be taken, and only the response lost.
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

    func holding<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        // Renewal continues for a `body` that outlives its canceled caller: a token request in progress.
        let prolonging = Task { await prolong() }
        do {
            let result = try await body()
            await release(after: prolonging)
            return result
        } catch {
            await release(after: prolonging)
            throw error
        }
    }

    private func prolong() async {
        while (try? await Task.sleep(for: interval)) != nil {
            // After a failure, there is time for two more attempts. If a server crash removed the lease, this takes it
            // again, unless another program was faster.
            // In its own task, which is not canceled: the statement has ended before the lease is released.
            _ = await Task {
                try? await database.execute(Self.taking, [.text(name), .text(holder), .double(Self.length)])
            }.value
        }
    }

    private func release(after prolonging: Task<Void, Never>? = nil) async {
        // A renewal that ends after the removal would take the lease again.
        prolonging?.cancel()
        await prolonging?.value
        // In its own task, so that a canceled task releases the lease, too.
        _ = await Task { try? await database.execute(Self.removal, [.text(name), .text(holder)]) }.value
    }

    /// The seconds for which a killed holder blocks others.
    private static let length: Double = 10
    private static let patience: Duration = .seconds(60)

    // Renews the holder's own lease, too.
    private static let taking = PostgresStatement.write(
        """
        INSERT INTO account_lease AS kept (name, holder, ends_at)
        VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
        WHERE kept.ends_at <= clock_timestamp() OR kept.holder = excluded.holder
        """)
    private static let removal = PostgresStatement.write("DELETE FROM account_lease WHERE name = $1 AND holder = $2")
}
