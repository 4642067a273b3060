// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Logging
import OAuth
import PostgresStorage

/// The server that most tests share; it ends with the test program.
enum SharedServer {
    private static let starting = Task { try await PostgresServer() }

    static var server: PostgresServer { get async throws { try await starting.value } }

    /// A database with an empty schema of its own.
    static func database(_ limits: PoolLimits = PoolLimits(connections: 2)) async throws -> PostgresDatabase {
        try await open(server.emptySchema(), limits)
    }
}

/// Opens a database.
func open(
    _ address: String, _ limits: PoolLimits = PoolLimits(connections: 2), logger: Logger = Logger(label: "test")
) throws -> PostgresDatabase {
    try PostgresDatabase(at: PostgresAddress(Redacted(address)), limits: limits, logger: logger)
}
