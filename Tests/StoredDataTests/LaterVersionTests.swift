// SPDX-License-Identifier: Apache-2.0
import Foundation
import SQLiteRecords
import Testing

@testable import LocalTenant
@testable import TaskService
@testable import TenantDirectory
@testable import WebSignInSQLite

/// A folder that a later version of the program wrote is refused, and nothing in it changes.
@Suite struct LaterVersionTests {
    /// Notes a migration that this program does not have, in each database of a folder, and gives the folder's content.
    private func age(_ folder: URL) throws -> [String: Data] {
        for name in ["tenant.sqlite", "tasks.sqlite", "sessions.sqlite"] {
            let pool = try DatabasePool(path: folder.appending(path: name).path, durability: .process)
            try pool.writeNow { database in
                try database.execute(
                    sql: """
                        INSERT INTO grdb_migrations (identifier) VALUES ('later 1 a table');
                        CREATE TABLE later (id TEXT PRIMARY KEY NOT NULL)
                        """)
            }
            pool.close()
        }
        return try StoredFolder.content(of: folder)
    }

    /// The names of files that were added, removed or changed.
    private func changes(in folder: URL, since before: [String: Data]) throws -> [String] {
        let after = try StoredFolder.content(of: folder)
        return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
    }

    @Test func `a tenant of a later version is refused, and stays as it is`() async throws {
        try await StoredFolder.with { folder in
            let demo = folder.demo(.filled)
            let before = try age(demo)
            let error = #expect(throws: TenantDataError.self) { try TenantDatabase(folder: demo) }
            #expect(error?.code == .laterVersion && error?.description.contains("later version") == true)
            #expect(try changes(in: demo, since: before) == [])
        }
    }

    @Test func `tasks of a later version are refused, and stay as they are`() async throws {
        try await StoredFolder.with { folder in
            let demo = folder.demo(.filled)
            let before = try age(demo)
            let error = #expect(throws: TaskStoreError.self) {
                try SQLiteTaskStore(file: demo.appending(path: "tasks.sqlite"))
            }
            #expect(error?.code == .laterVersion)
            #expect(try changes(in: demo, since: before) == [])
        }
    }

    @Test func `web sessions of a later version are refused, and stay as they are`() async throws {
        try await StoredFolder.with { folder in
            let demo = folder.demo(.filled)
            let before = try age(demo)
            #expect(throws: WebSessionFileError.self) {
                try SQLiteWebSessionStorage(file: demo.appending(path: "sessions.sqlite"))
            }
            #expect(try changes(in: demo, since: before) == [])
        }
    }
}
