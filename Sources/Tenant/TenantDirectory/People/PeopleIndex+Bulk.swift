// SPDX-License-Identifier: Apache-2.0
import Dispatch
package import SQLiteRecords
import Synchronization

extension PeopleIndex {
    /// Adds many new people of one directory at once.
    ///
    /// The indexes are made anew after the last of them, which is many times quicker. A second thread prepares rows.
    ///
    /// - Parameters:
    ///   - numbers: The numbers of the people, whose ids and user names must be new.
    ///   - tenantID: The directory of the people.
    ///   - database: The database, inside a transaction.
    ///   - person: Makes a person by number.
    ///   - progress: Gets the finished part from 0 to 1, after each thousand people and each index.
    /// - Throws: An error of the database, also for an id or a user name that another person has.
    package static func add(
        _ numbers: Range<Int>, to tenantID: String, in database: Database,
        person: @escaping @Sendable (Int) -> DirectoryPerson, progress: (_ finished: Double) -> Void = { _ in }
    ) throws {
        // User names come in any order: most of the work of their index is in the cache.
        let cacheSize = try Int.fetchOne(database, sql: "PRAGMA cache_size") ?? -2000
        try database.execute(sql: "PRAGMA cache_size = -65536")
        defer { try? database.execute(sql: "PRAGMA cache_size = \(cacheSize)") }
        try dropIndexes(in: database)
        let directory = try directory(tenantID, in: database)
        let (people, entries) = (
            try BulkStatement(DirectoryPerson.insertion, database), try BulkStatement(insertion, database)
        )
        let chunks = PreparedChunks(numbers, of: 1_000) { number in
            let person = person(number)
            return (person.values, values(of: person, in: directory))
        }
        defer { chunks.stop() }
        // The parts of the work as they were measured: half of it is for the rows.
        let (rows, count) = (0.5, Double(numbers.count))
        var finished = 0
        while let chunk = chunks.next() {
            for row in chunk {
                try people.execute(row.person)
                try entries.execute(row.entry)
            }
            finished += chunk.count
            progress(rows * Double(finished) / count)
        }
        try createIndexes(in: database) { progress(rows + (1 - rows) * $0) }
    }
}

/// The rows of many people, which a thread of its own prepares a few chunks ahead.
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
            // An empty chunk is the end.
            state.withLock { $0.chunks.append([]) }
            ready.signal()
        }
    }

    /// The next rows; `nil` after the last.
    func next() -> [Row]? {
        ready.wait()
        let chunk = state.withLock { $0.chunks.removeFirst() }
        free.signal()
        return chunk.isEmpty ? nil : chunk
    }

    /// Ends the preparation.
    func stop() {
        state.withLock { $0.isStopped = true }
        free.signal()
    }
}

/// A statement for very many rows, without the types of values of GRDB, which take most of the time of an insertion.
private final class BulkStatement {
    private let database: Database
    private let statement: OpaquePointer?

    init(_ sql: String, _ database: Database) throws {
        self.database = database
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(database.sqliteConnection, sql, -1, &statement, nil)
        self.statement = statement
        try check(code, SQLITE_OK)
    }

    deinit { sqlite3_finalize(statement) }

    /// Runs the statement with texts; SQLite turns those of numbers into numbers, by the types of the columns.
    func execute(_ values: [String?]) throws {
        defer { sqlite3_reset(statement) }
        for (index, value) in values.enumerated() {
            guard var value else {
                sqlite3_bind_null(statement, Int32(index + 1))
                continue
            }
            let code = value.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { text in
                    sqlite3_bind_text(statement, Int32(index + 1), text.baseAddress, Int32(text.count), Self.copied)
                }
            }
            try check(code, SQLITE_OK)
        }
        try check(sqlite3_step(statement), SQLITE_DONE)
    }

    private func check(_ code: Int32, _ expected: Int32) throws {
        if code != expected {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: code),
                message: sqlite3_errmsg(database.sqliteConnection).map { String(cString: $0) })
        }
    }

    /// SQLite copies the text: SQLITE_TRANSIENT, which Swift cannot import.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
