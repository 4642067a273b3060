// SPDX-License-Identifier: Apache-2.0
import Foundation
import SQLiteRecords
import Testing

/// A folder that a later version of the program wrote.
@Suite struct LaterFolderTests {
    @Test(arguments: [["tenant", "--port", "0"], ["demo", "--port", "0", "--tasks-port", "0", "--web-port", "0"]])
    func `a folder of a later version is refused untouched, and the hint works`(_ command: [String]) async throws {
        try await BuiltCommand.withHome { tessera in
            let folder = tessera.home.appending(path: "data")
            let file = folder.appending(path: "tenant.sqlite")
            #expect(try await tessera.run("tenant", "--data", folder.path, "--export", "-").status == 0)
            let pool = try DatabasePool(path: file.path, durability: .process)
            try pool.writeNow { database in
                try database.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('later 1 a table')")
            }
            pool.close()
            let before = try content(of: folder)
            let outcome = try await tessera.run(command + ["--data", folder.path])
            #expect(outcome.status == 78, "\(outcome.error)")
            #expect(outcome.error.contains("of a later version; nothing was changed"))
            #expect(outcome.error.contains("hint: use that version of the program, or another folder: --data FOLDER"))
            let after = try content(of: folder)
            // The lock file of a start is no data.
            let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
            #expect(changed.subtracting(["server.lock"]) == [])
            let other = tessera.home.appending(path: "other").path
            #expect(try await tessera.run("tenant", "--data", other, "--export", "-").status == 0)
        }
    }

    @Test(arguments: [
        ("tasks.sqlite", ["demo", "--port", "0", "--tasks-port", "0", "--web-port", "0"]),
        ("sessions.sqlite", ["web", "sessions", "list"]),
    ])
    func `a file of a later version is refused untouched`(_ name: String, _ command: [String]) async throws {
        try await BuiltCommand.withHome { tessera in
            let folder = tessera.home.appending(path: "data")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appending(path: name)
            let pool = try DatabasePool(path: file.path, durability: .process)
            try pool.writeNow { database in
                try database.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
                try database.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('later 1 a table')")
            }
            pool.close()
            let before = try Data(contentsOf: file)
            let outcome = try await tessera.run(command + ["--data", folder.path])
            #expect(outcome.status == 78, "\(outcome.error)")
            #expect(outcome.error.contains("a later version of this program wrote it"))
            #expect(outcome.error.contains("hint: use that version of the program, or another folder: --data FOLDER"))
            #expect(try Data(contentsOf: file) == before)
        }
    }

    /// The bytes of each file in a folder, by name.
    private func content(of folder: URL) throws -> [String: Data] {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try Dictionary(uniqueKeysWithValues: files.map { ($0.lastPathComponent, try Data(contentsOf: $0)) })
    }
}
