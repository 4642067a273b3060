// SPDX-License-Identifier: Apache-2.0
import Dispatch
package import SQLiteRecords
import Synchronization

extension PeopleIndex {
    /// Adds people with new IDs and user names in a transaction, and rebuilds the indexes, which is many times faster.
    ///
    /// `progress` gets the finished part, from 0 to 1, after each thousand people and each index.
    package static func add(
        _ numbers: Range<Int>, to tenantID: String, in database: Database,
        person: @escaping @Sendable (Int) -> DirectoryPerson, progress: (_ finished: Double) -> Void = { _ in }
    ) throws {
        // User names come in any order, so the cache must hold most of their index.
        let cacheSize = try Int.fetchOne(database, sql: "PRAGMA cache_size") ?? -2000
        try database.execute(sql: "PRAGMA cache_size = -65536")
        defer { try? database.execute(sql: "PRAGMA cache_size = \(cacheSize)") }
        try dropIndexes(in: database)
        let directory = try directory(tenantID, in: database)
        let chunks = PreparedChunks(numbers, of: 1_000) { number in
            let person = person(number)
            return (person.values, values(of: person, in: directory))
        }
        defer { chunks.stop() }
        // As measured, half of the work is for the rows.
        let (rows, count) = (0.5, Double(numbers.count))
        var finished = 0
        while let chunk = chunks.next() {
            for row in chunk {
                try database.execute(sql: DirectoryPerson.insertion, arguments: StatementArguments(row.person))
                try database.execute(sql: insertion, arguments: StatementArguments(row.entry))
            }
            finished += chunk.count
            progress(rows * Double(finished) / count)
        }
        try createIndexes(in: database) { progress(rows + (1 - rows) * $0) }
    }
}

/// The rows of many people, which another thread prepares a few chunks ahead.
private final class PreparedChunks: Sendable {
    typealias Row = (person: [String?], entry: [String?])

    private struct State {
        var chunks: [[Row]] = []
        var isStopped = false
    }

    private let state = Mutex(State())
    private let ready = DispatchSemaphore(value: 0)
    private let free = DispatchSemaphore(value: 0)

    init(_ numbers: Range<Int>, of size: Int, row: @escaping @Sendable (Int) -> Row) {
        // A semaphore that ends below its first value traps.
        for _ in 0..<4 { free.signal() }
        let starts = stride(from: numbers.lowerBound, to: numbers.upperBound, by: size)
        DispatchQueue(label: "people").async { [self] in
            for start in starts {
                free.wait()
                if state.withLock(\.isStopped) { return }
                let chunk = (start..<min(start + size, numbers.upperBound)).map(row)
                state.withLock { $0.chunks.append(chunk) }
                ready.signal()
            }
            // An empty chunk marks the end.
            state.withLock { $0.chunks.append([]) }
            ready.signal()
        }
    }

    func next() -> [Row]? {
        ready.wait()
        let chunk = state.withLock { $0.chunks.removeFirst() }
        free.signal()
        return chunk.isEmpty ? nil : chunk
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        free.signal()
    }
}
