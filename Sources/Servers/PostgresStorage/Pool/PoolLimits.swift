// SPDX-License-Identifier: Apache-2.0

/// The bounds of a pool of connections.
///
/// ```swift
/// let limits = PoolLimits(connections: 4, statement: .seconds(5))
/// let database = try PostgresDatabase(at: address, limits: limits)
/// try await database.connected()
/// ```
public struct PoolLimits: Sendable, Hashable {
    /// The number of connections; a transaction needs one for itself.
    public var connections: Int
    /// The number of statements that a connection has sent and not yet answered.
    public var statementsPerConnection: Int
    /// The number of statements that wait for a connection; more are refused at once.
    public var waitingStatements: Int
    /// How long a statement waits for a connection.
    public var waiting: Duration
    /// How long a statement may take, waiting included; then it is cancelled.
    public var statement: Duration

    /// Creates bounds; values below 1 count as 1.
    public init(
        connections: Int = 8, statementsPerConnection: Int = 16, waitingStatements: Int = 1024,
        waiting: Duration = .seconds(3), statement: Duration = .seconds(10)
    ) {
        self.connections = max(1, connections)
        self.statementsPerConnection = max(1, statementsPerConnection)
        self.waitingStatements = max(1, waitingStatements)
        (self.waiting, self.statement) = (waiting, statement)
    }
}
