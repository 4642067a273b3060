// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import PostgresStorage

/// Schema changes, by several programs and several versions.
@Suite struct MigrationTests {
    private static let first = PostgresMigration(
        1, "notes", compatibleSince: 1, ["CREATE TABLE note (id bigint PRIMARY KEY)"])
    private static let second = PostgresMigration(
        2, "texts of notes", compatibleSince: 1, ["ALTER TABLE note ADD COLUMN text text NOT NULL DEFAULT ''"])
    private static let third = PostgresMigration(
        3, "names of notes", compatibleSince: 3, ["ALTER TABLE note RENAME COLUMN id TO name"])

    private func schema(_ migrations: PostgresMigration...) -> PostgresSchema { PostgresSchema("notes", migrations) }

    private func versions(_ database: PostgresDatabase) async throws -> [Int64] {
        let statement = PostgresStatement.read("SELECT version FROM tessera_migration ORDER BY version")
        return try await database.query(statement) { rows in rows.map { $0.int(0) } }
    }

    @Test func `programs that start at once change the tables once`() async throws {
        let address = try await SharedServer.server.emptySchema()
        let databases = try (0..<6).map { _ in try open(address) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for database in databases {
                group.addTask { try await PostgresSchema("notes", [Self.first, Self.second]).migrate(database) }
            }
            try await group.waitForAll()
        }
        #expect(try await versions(databases[0]) == [1, 2])
        for database in databases { await database.close() }
    }

    @Test func `an older program works beside a newer one that has changed the tables`() async throws {
        let database = try await SharedServer.database()
        try await schema(Self.first).migrate(database)
        let insertion = PostgresStatement.write("INSERT INTO note (id) VALUES ($1)")
        try await database.execute(insertion, [.int(1)])
        try await schema(Self.first, Self.second).migrate(database)
        // The older program continues, and can also be restarted.
        try await database.execute(insertion, [.int(2)])
        try await schema(Self.first).migrate(database)
        #expect(try await versions(database) == [1, 2])
        await database.close()
    }

    @Test func `a change does not wait long for a table that another program reads`() async throws {
        let address = try await SharedServer.server.emptySchema()
        let (program, backup) = (try open(address), try open(address))
        try await schema(Self.first).migrate(program)
        try await backup.transaction { transaction in
            _ = try await transaction.query(.read("SELECT FROM note"), [], \.count)
            await expect(.unavailable) { try await schema(Self.first, Self.second).migrate(program) }
        }
        #expect(try await versions(program) == [1])
        try await schema(Self.first, Self.second).migrate(program)
        for database in [program, backup] { await database.close() }
    }

    @Test func `an older program that cannot use the tables fails at its start`() async throws {
        let database = try await SharedServer.database()
        try await schema(Self.first, Self.second, Self.third).migrate(database)
        for older in [schema(Self.first), schema(Self.first, Self.second)] {
            let error = await #expect(throws: PostgresError.self) { try await older.migrate(database) }
            #expect(error?.code == .laterVersion && error?.message.contains("names of notes") == true)
        }
        await database.close()
    }

    @Test func `a change that fails leaves nothing of it, and nothing of those before`() async throws {
        let database = try await SharedServer.database()
        let broken = PostgresMigration(2, "broken", compatibleSince: 1, ["CREATE TABLE other ()", "SELECT 1 / 0"])
        await expect(.refused) { try await schema(Self.first, broken).migrate(database) }
        let tables = PostgresStatement.read("SELECT FROM pg_tables WHERE schemaname = current_schema()")
        #expect(try await database.query(tables, [], \.count) == 0)
        try await schema(Self.first, Self.second).migrate(database)
        #expect(try await versions(database) == [1, 2])
        await database.close()
    }

    @Test func `stores count their versions apart`() async throws {
        let database = try await SharedServer.database()
        try await schema(Self.first).migrate(database)
        try await PostgresSchema(
            "others", [PostgresMigration(1, "others", compatibleSince: 1, ["CREATE TABLE other ()"])]
        ).migrate(database)
        #expect(try await versions(database) == [1, 1])
        await database.close()
    }
}
