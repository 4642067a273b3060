// SPDX-License-Identifier: Apache-2.0
import FaultyDisk
import Fixtures
import SQLiteRecords

/// A power failure or a full disk loses only unconfirmed changes.
@Suite struct FaultyDiskTests {
    private static let full: Int32 = 13
    private static let failedWrite: Int32 = 10 | 3 << 8

    private static func open(_ folder: URL, _ durability: DatabasePool.Durability = .power) throws -> DatabasePool {
        try DatabasePool(path: folder.appending(path: "data.sqlite").path, durability: durability, readers: 0)
    }

    /// A table in a file with frequent checkpoints.
    private static func openNotes(_ folder: URL) throws -> DatabasePool {
        let pool = try open(folder)
        try pool.outsideTransactions { try $0.execute("PRAGMA wal_autocheckpoint = 4") }
        try pool.writeNow { try $0.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)") }
        return pool
    }

    private static func notes(_ pool: DatabasePool) throws -> [String] {
        try pool.texts("SELECT id FROM note ORDER BY id")
    }

    /// A note larger than a page.
    private static func add(_ id: Int, to pool: DatabasePool) throws {
        try pool.writeNow { database in
            try database.execute("INSERT INTO note VALUES (\(id), \(String(repeating: "x", count: 5000)))")
        }
    }

    /// Without it, a disk that loses nothing would pass each test of a power failure.
    @Test(arguments: [(DatabasePool.Durability.power, false), (.process, true)])
    func `only process durability loses changes without power`(
        durability: DatabasePool.Durability, losesChanges: Bool
    ) async throws {
        try await FaultyDisk.with { disk in
            let pool = try Self.open(disk.folder, durability)
            try pool.writeNow { try $0.execute("CREATE TABLE note (id INTEGER PRIMARY KEY)") }
            for id in 0..<20 { try pool.writeNow { try $0.execute("INSERT INTO note VALUES (\(id))") } }
            let count = try await disk.afterPowerFailure(seed: 0) { folder in
                let left = try Self.open(folder)
                defer { left.close() }
                #expect(try left.texts("PRAGMA integrity_check") == ["ok"])
                let hasTable = try left.texts("SELECT 1 FROM sqlite_master WHERE name = 'note'") == ["1"]
                return try hasTable ? Self.notes(left).count : 0
            }
            #expect((count < 20) == losesChanges, "\(count) are left")
            pool.close()
        }
    }

    @Test(arguments: [full, failedWrite])
    func `a write that fails costs its own change alone`(_ code: Int32) async throws {
        try await FaultyDisk.with { disk in
            let pool = try Self.openNotes(disk.folder)
            var (kept, refused): ([String], Int) = ([], 0)
            for id in 0..<80 {
                disk.failWrites(1, after: id % 13, code: code)
                if let error = error({ try Self.add(id, to: pool) }) {
                    #expect((error as? DatabaseError)?.extendedResultCode.rawValue == code)
                    refused += 1
                } else {
                    kept.append(String(id))
                }
                disk.failWrites(0, code: code)
                #expect(try Self.notes(pool) == kept)
            }
            #expect(refused >= 20 && kept.count >= 20, "\(refused) of 80 failed")
            try await disk.afterPowerFailure(seed: 0) { folder in
                let left = try Self.open(folder)
                #expect(try Self.notes(left) == kept)
                left.close()
            }
            pool.close()
            let again = try Self.open(disk.folder)
            #expect(try Self.notes(again) == kept)
            #expect(try again.texts("PRAGMA integrity_check") == ["ok"])
            again.close()
        }
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { try $0.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)") }
        migrator.registerMigration("2") { try $0.execute("INSERT INTO note VALUES (1, 'first')") }
        migrator.registerMigration("3") { try $0.execute("CREATE INDEX noteByText ON note (text)") }
        return migrator
    }

    private static func migrate(_ folder: URL) throws {
        let pool = try open(folder)
        defer { pool.close() }
        try migrator.migrate(pool)
    }

    @Test(arguments: [full, failedWrite])
    func `a new file whose migration fails at any write has all of it later`(_ code: Int32) async throws {
        var failureCount = 0
        let eventCount = try await FaultyDisk.with { disk in
            try Self.migrate(disk.folder)
            return disk.eventCount
        }
        for number in 0..<eventCount {
            try await FaultyDisk.with { disk in
                disk.failWrites(1, after: number, code: code)
                if error({ try Self.migrate(disk.folder) }) != nil { failureCount += 1 }
                disk.failWrites(0, code: code)
                try Self.migrate(disk.folder)
                let pool = try Self.open(disk.folder)
                #expect(try pool.texts("SELECT identifier FROM grdb_migrations ORDER BY 1") == Self.migrator.migrations)
                #expect(try Self.notes(pool) == ["1"])
                #expect(try pool.texts("PRAGMA integrity_check") == ["ok"])
                pool.close()
            }
        }
        #expect(failureCount >= 5 && failureCount < eventCount, "\(failureCount) of \(eventCount)")
    }
}
