// SPDX-License-Identifier: Apache-2.0
internal import CTesseraSQLite
internal import Synchronization

/// A limit for the work of queries, which several can share, also on several threads.
package final class QueryBudget: Sendable {
    /// A query is charged for this many instructions at once; a shorter one is free.
    fileprivate static let stride = 1_000
    private let rest: Atomic<Int>

    /// - Parameter instructions: Instructions of SQLite's virtual machine; a row takes about ten.
    package init(instructions: Int) { rest = Atomic(instructions) }

    fileprivate func pay() -> Bool { rest.subtract(Self.stride, ordering: .relaxed).newValue >= 0 }
}

extension Database {
    /// Throws ``ResultCode/interrupt`` once the budget is spent; `nil` sets no limit.
    package func spend<Value>(_ budget: QueryBudget?, on body: () throws -> Value) throws -> Value {
        guard let budget else { return try body() }
        sqlite3_progress_handler(
            handle, Int32(QueryBudget.stride),
            { context in
                guard let context else { return 0 }
                return Unmanaged<QueryBudget>.fromOpaque(context).takeUnretainedValue().pay() ? 0 : 1
            }, Unmanaged.passUnretained(budget).toOpaque())
        defer { sqlite3_progress_handler(handle, 0, nil, nil) }
        return try withExtendedLifetime(budget) { try body() }
    }
}
