// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
package import PostgresStorage
package import TaskService

/// Counts each user's requests in the database, for all instances together.
///
/// A crash of the database resets the counts, so each user gets a full bucket. The table has one small row per user of
/// the last hours, and old rows that no new row's request has removed.
package struct PostgresRequestLimits: RequestLimits {
    package let rate: RequestRate
    private let database: PostgresDatabase

    /// The database needs the tables of ``PostgresTaskStore``.
    package init(_ rate: RequestRate, in database: PostgresDatabase) async throws {
        (self.rate, self.database) = (rate, database)
        try await PostgresTaskStore.schema.migrate(database)
    }

    package func count(requestOf owner: String, at date: Date) async throws -> RequestAllowance {
        let now = date.microsecondsSince1970
        let values: [PostgresValue] = [.text(owner), .int(now), .int(rate.interval), .int(rate.period)]
        let (fullAt, isAllowed, isNew) = try await database.query(Self.counting, values) { rows in
            rows.first { ($0.int(0), $0.bool(1), $0.bool(2)) } ?? (now, false, false)
        }
        if isNew { await sweep(at: now) }
        // The statement returns the bucket after an allowed request, and before a rejected one.
        let (allowance, _) = rate.judge(fullAt: isAllowed ? fullAt - rate.interval : fullAt, now: now)
        switch (isAllowed, allowance) {
        case (true, .allowed), (false, .refused): return allowance
        // Another request has changed the bucket at the same time.
        case (true, .refused): return .allowed(remaining: 0, full: .microseconds(fullAt - now))
        case (false, .allowed): return .refused(for: .microseconds(rate.interval))
        }
    }

    /// Each new row removes up to ``sweepCount`` old rows, so these do not accumulate.
    private func sweep(at now: Int64) async {
        // Another instance's clock may be a period behind, so that the bucket is not full there yet.
        let hour = (now - rate.period) / Self.hour
        // The request was counted; after a failure, the next new row removes them.
        _ = try? await database.execute(Self.sweeping, [.int(hour), .int(Int64(Self.sweepCount))])
    }

    static let sweepCount = 4
    /// In microseconds, as in the column `hour`.
    private static let hour: Int64 = 3_600_000_000

    /// Parameters: owner, now, interval, period; the rule of `RequestRate.judge(fullAt:now:)`.
    ///
    /// All parts read the state before the statement, without a new row.
    private static let counting = PostgresStatement.write(
        """
        WITH counted AS (
            INSERT INTO task_request AS kept (owner, full_at) VALUES ($1, $2::bigint + $3::bigint)
            ON CONFLICT (owner) DO UPDATE
            SET full_at = CASE WHEN kept.full_at > $2 + 2 * $4 THEN $2 ELSE GREATEST(kept.full_at, $2) END + $3
            WHERE kept.full_at > $2 + 2 * $4 OR GREATEST(kept.full_at, $2) + $3 - $2 <= $4
            RETURNING full_at
        )
        SELECT full_at, true, NOT EXISTS (SELECT FROM task_request WHERE owner = $1) FROM counted
        UNION ALL
        SELECT full_at, false, false FROM task_request WHERE owner = $1 AND NOT EXISTS (SELECT FROM counted)
        """)
    /// Parameters: hour, limit; skips the rows that another instance is removing.
    private static let sweeping = PostgresStatement.write(
        """
        DELETE FROM task_request WHERE owner = ANY (ARRAY(
            SELECT owner FROM task_request WHERE hour < $1 ORDER BY hour LIMIT $2 FOR UPDATE SKIP LOCKED
        ))
        """)
}
