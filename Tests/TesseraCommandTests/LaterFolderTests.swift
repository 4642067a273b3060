// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import SQLiteRecords
import Testing

/// A folder that a later version of the program wrote.
@Suite struct LaterFolderTests {
    @Test(arguments: [["tenant", "--port", "0"], demo])
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

    static let demo = ["demo", "--port", "0", "--tasks-port", "0", "--web-port", "0"]

    /// Each file in a folder of the version before this one, which a start would bring to this version.
    @Test(arguments: [
        ("tenant.sqlite", demo), ("tasks.sqlite", demo), ("sessions.sqlite", demo),
        ("tenant.sqlite", ["tenant", "--port", "0"]), ("sessions.sqlite", ["web", "sessions", "list"]),
    ])
    func `a folder with one file of a later version is refused untouched`(
        _ name: String, _ command: [String]
    ) async throws {
        try await BuiltCommand.withHome { tessera in
            let archive = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../StoredDataTests/eb9d09e0.tar.xz")
            let unpacking = Process()
            unpacking.executableURL = URL(filePath: "/usr/bin/env")
            unpacking.arguments = ["python3", "-m", "tarfile", "-e", archive.path, tessera.home.path]
            #expect(try await unpacking.runToEnd().status == 0)
            let folder = tessera.home.appending(path: "filled/demo")
            let pool = try DatabasePool(path: folder.appending(path: name).path, durability: .process)
            try pool.writeNow { database in
                try database.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('later 1 a table')")
            }
            pool.close()
            let before = try content(of: folder)
            let outcome = try await tessera.run(command + ["--data", folder.path])
            #expect(outcome.status == 78, "\(outcome.error)")
            #expect(outcome.error.contains("later version"))
            #expect(outcome.error.contains("hint: use that version of the program, or another folder: --data FOLDER"))
            let after = try content(of: folder)
            let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
            #expect(changed.subtracting(["server.lock"]) == [])
        }
    }

    private func content(of folder: URL) throws -> [String: Data] {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try Dictionary(uniqueKeysWithValues: files.map { ($0.lastPathComponent, try Data(contentsOf: $0)) })
    }
}
