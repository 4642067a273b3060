// SPDX-License-Identifier: Apache-2.0
import Foundation
import SQLiteRecords

struct DatabaseFile {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "sqlite-records-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    var path: String { folder.appending(path: "data.sqlite").path }

    /// In alphabetical order.
    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() } }

    func open(_ durability: DatabasePool.Durability = .process, readers: Int = 2) throws -> DatabasePool {
        try DatabasePool(path: path, durability: durability, readers: readers)
    }

    func remove() throws { try FileManager.default.removeItem(at: folder) }

    static func with(_ test: (DatabaseFile) async throws -> Void) async throws {
        let file = try DatabaseFile()
        do {
            try await test(file)
        } catch {
            try file.remove()
            throw error
        }
        try file.remove()
    }
}

extension DatabaseFile {
    /// With tables in a file, closed afterwards.
    static func withPool(
        _ sql: String, readers: Int = 2, _ test: (DatabaseFile, DatabasePool) async throws -> Void
    ) async throws {
        try await with { file in
            let pool = try file.open(readers: readers)
            try pool.writeNow { try $0.execute(sql: sql) }
            try await test(file, pool)
            pool.close()
        }
    }
}

/// In memory, and in files of each durability.
func withEachPool(_ sql: String, _ test: (DatabasePool) async throws -> Void) async throws {
    try await test(.inMemory(sql))
    for durability in [DatabasePool.Durability.process, .power] {
        try await DatabaseFile.with { file in
            let pool = try file.open(durability)
            try pool.writeNow { try $0.execute(sql: sql) }
            try await test(pool)
            pool.close()
        }
    }
}

/// The error of a call; in a pool's closure, `#expect(throws:)` is not enough: with Swift 6.3.1, the closure's next
/// call fails, too.
func error(_ call: () throws -> some Any) -> (any Error)? {
    do {
        _ = try call()
        return nil
    } catch {
        return error
    }
}

/// The primary code; `nil` without an error, and for another type of error.
func code(_ call: () throws -> some Any) -> ResultCode? { (error(call) as? DatabaseError)?.resultCode }

func awaitedCode(_ call: () async throws -> some Any) async -> ResultCode? {
    do {
        _ = try await call()
        return nil
    } catch {
        return (error as? DatabaseError)?.resultCode
    }
}

extension DatabasePool {
    static func inMemory(_ sql: String) throws -> DatabasePool {
        let pool = try DatabasePool()
        try pool.writeNow { try $0.execute(sql: sql) }
        return pool
    }

    func texts(_ sql: String) throws -> [String] { try readNow { try String.fetchAll($0, sql: sql) } }
}
