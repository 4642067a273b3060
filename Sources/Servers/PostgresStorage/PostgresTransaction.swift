// SPDX-License-Identifier: Apache-2.0

package struct PostgresTransaction: Sendable {
    private let pool: Pool
    private let id: TransactionID
    /// For each statement.
    private let time: Duration

    package func query<Value: Sendable>(
        _ statement: PostgresStatement, _ parameters: [PostgresValue] = [],
        _ read: @escaping @Sendable (PostgresRows) throws -> Value
    ) async throws -> Value {
        try await pool.run(statement, parameters, in: id, within: time, read)
    }

    @discardableResult
    package func execute(_ statement: PostgresStatement, _ parameters: [PostgresValue] = []) async throws -> Int {
        try await pool.run(statement, parameters, in: id, within: time, \.affected)
    }

    static func run<Value: Sendable>(
        in pool: Pool, within time: Duration, _ body: (PostgresTransaction) async throws -> Value
    ) async throws -> Value {
        var backoff = Backoff()
        for _ in 1..<attempts {
            do {
                return try await once(in: pool, within: time, body)
            } catch let error as PostgresError where error.leavesNothing {
                try await Task.sleep(for: backoff.next())
            }
        }
        return try await once(in: pool, within: time, body)
    }

    private static func once<Value: Sendable>(
        in pool: Pool, within time: Duration, _ body: (PostgresTransaction) async throws -> Value
    ) async throws -> Value {
        let transaction = PostgresTransaction(pool: pool, id: pool.nextTransaction(), time: time)
        do {
            try await pool.run(begin, [], in: transaction.id, beginsTransaction: true) { _ in }
            let value = try await body(transaction)
            // To the COMMIT of a failed transaction, a server responds with ROLLBACK.
            guard try await transaction.query(commit, [], \.isCommit) else {
                throw PostgresError(.refused, "a statement of a transaction failed, so nothing was changed")
            }
            pool.end(transaction.id, isClean: true)
            return value
        } catch {
            transaction.rollBack()
            throw error
        }
    }

    /// Rolls back without a waiting caller, so that a canceled task does so, too.
    private func rollBack() {
        let command = Command(Self.rollback, within: pool.limits.statement, waiting: pool.limits.waiting, in: id) {
            [pool, id] error in
            pool.end(id, isClean: error == nil)
        }
        pool.submit(command)
    }

    // Under a stricter level, a statement after a lock would not see the changes of the previous holder.
    private static let begin = PostgresStatement.read("BEGIN ISOLATION LEVEL READ COMMITTED")
    static let commit = PostgresStatement.write("COMMIT")
    private static let rollback = PostgresStatement.read("ROLLBACK")
    private static let attempts = 5
}

extension PostgresError {
    fileprivate var leavesNothing: Bool {
        code == .conflict || self == .connectionLost || wantsPreparation || sqlState == "25006"
    }
}
