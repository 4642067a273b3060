// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages
import PostgresStorage
import ProgramLifecycle
import Synchronization
import Testing

/// The server that most tests share; it ends with the test program.
enum SharedServer {
    private static let starting = Task { try await PostgresServer() }

    static var server: PostgresServer { get async throws { try await starting.value } }

    /// A database with an empty schema of its own.
    static func database(_ limits: PoolLimits = PoolLimits(connections: 2)) async throws -> PostgresDatabase {
        try await connected(server.emptySchema(), limits)
    }
}

/// Runs `body` while a session of its own holds the lock that a statement asks for, so that the statement waits.
///
/// A lock holds in its database only: give the address of another one.
func whileLocked(
    by lock: PostgresStatement, at address: String? = nil, _ body: () async throws -> Void
) async throws {
    let shared = try await SharedServer.server.address()
    let holder = try open(address ?? shared, PoolLimits(connections: 1))
    try await holder.transaction { transaction in
        _ = try await transaction.query(lock, [], \.count)
        try await body()
    }
    await holder.close()
}

func open(
    _ address: String, _ limits: PoolLimits = PoolLimits(connections: 2), logger: Log = Log("test")
) throws -> PostgresDatabase {
    try PostgresDatabase(at: PostgresAddress(Redacted(address)), limits: limits, logger: logger)
}

/// A database that is connected, so that no statement's wait begins with a connection's.
func connected(_ address: String, _ limits: PoolLimits = PoolLimits(connections: 2)) async throws -> PostgresDatabase {
    let database = try open(address, limits)
    try await database.connected()
    return database
}

/// Expects a failure of this kind.
func expect<Value>(
    _ code: PostgresError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Value
) async {
    do {
        _ = try await body()
        Issue.record("it succeeded, and was to be \(code)", sourceLocation: sourceLocation)
    } catch let error as PostgresError {
        #expect(error.code == code, sourceLocation: sourceLocation)
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
}

/// A value that tasks share.
final class Shared<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }

    var current: Value { value.withLock { $0 } }

    func change(_ change: @Sendable (inout Value) -> Void) { value.withLock { change(&$0) } }
}
