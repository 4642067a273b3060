// SPDX-License-Identifier: Apache-2.0
public import ProgramLifecycle

/// A PostgreSQL database, with a small pool of open connections.
///
/// Statements share the connections, and are pipelined. A lost connection is reopened with increasing delays. PgBouncer
/// is supported in transaction mode.
///
/// ```swift
/// let database = try PostgresDatabase(at: address)
/// try await database.connected()
/// let sessions = try await PostgresWebSessionStorage(in: database)
/// ```
public final class PostgresDatabase: Sendable, CustomStringConvertible {
    private let pool: Pool
    /// The host, port, database, and user, without the password.
    public let description: String

    /// Opens connections in the background; ``connected()`` waits for the first one.
    ///
    /// - Throws: ``PostgresError`` (`unavailable`) if the program has no file descriptors or threads left.
    public init(
        at address: PostgresAddress, limits: PoolLimits = PoolLimits(), logger: Log = Log("postgres")
    ) throws {
        description = address.description
        var logger = logger
        logger[metadataKey: "database"] = "\(address)"
        pool = try Pool(at: address, limits, logger: logger)
        try pool.start()
    }

    deinit { pool.close {} }

    /// Waits for the first connection.
    ///
    /// - Throws: ``PostgresError`` (`unavailable`, `misconfigured`) if the first attempt fails; retries follow.
    public func connected() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            pool.connected { error in continuation.resume(with: error.map { .failure($0) } ?? .success(())) }
        }
    }

    /// Uses another address for new connections, such as one with a new password; open connections stay.
    public func use(_ address: PostgresAddress) { pool.use(address) }

    /// Rejects new statements, and waits for pending ones.
    public func close() async {
        await withCheckedContinuation { continuation in
            pool.close { continuation.resume() }
        }
    }

    package var figures: PoolFigures { pool.figures }

    /// Reads the rows on the pool's thread.
    ///
    /// On cancellation, the server is requested to cancel the statement: a change may or may not have taken effect.
    package func query<Value: Sendable>(
        _ statement: PostgresStatement, _ parameters: [PostgresValue] = [],
        _ read: @escaping @Sendable (PostgresRows) throws -> Value
    ) async throws -> Value {
        try await pool.run(statement, parameters, read)
    }

    @discardableResult
    package func execute(_ statement: PostgresStatement, _ parameters: [PostgresValue] = []) async throws -> Int {
        try await pool.run(statement, parameters, \.affected)
    }

    /// Runs a transaction on its own connection, and returns the value of `body` after the commit.
    ///
    /// It runs `body` again after a conflict with another transaction, and if the connection is lost before the commit;
    /// an error of `body` rolls back. The time limit, by default that of the pool's limits, is for each statement.
    package func transaction<Value: Sendable>(
        within time: Duration? = nil, _ body: (PostgresTransaction) async throws -> Value
    ) async throws -> Value {
        try await PostgresTransaction.run(in: pool, within: time ?? pool.limits.statement, body)
    }
}

extension PostgresDatabase: Service {
    /// Closes the connections at graceful shutdown; list the database before the servers that use it.
    public func run(until end: Ending) async {
        await end.wait()
        await close()
    }
}
