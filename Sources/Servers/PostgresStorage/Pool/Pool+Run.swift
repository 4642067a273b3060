// SPDX-License-Identifier: Apache-2.0

extension Pool {
    /// Sends a statement, and waits for its value.
    ///
    /// - Throws: ``PostgresError``; `CancellationError`; the errors of `read`.
    func run<Value: Sendable>(
        _ statement: PostgresStatement, _ parameters: [PostgresValue], in transaction: TransactionID? = nil,
        within time: Duration? = nil, beginsTransaction: Bool = false,
        _ read: @escaping @Sendable (PostgresRows) throws -> Value
    ) async throws -> Value {
        let call = Call<Value>()
        let command = Command(
            statement, parameters, within: time ?? limits.statement, waiting: limits.waiting, in: transaction,
            beginsTransaction: beginsTransaction,
            keep: { rows in call.keep { try read(rows) } }, end: { call.end($0) })
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                call.wait(continuation)
                submit(command)
            }
        } onCancel: {
            abandon(command)
        }
    }
}
