// SPDX-License-Identifier: Apache-2.0

/// The limits of a connection pool.
///
/// ```swift
/// let limits = PoolLimits(connections: 4, statement: .seconds(5))
/// let database = try PostgresDatabase(at: address, limits: limits)
/// try await database.connected()
/// ```
public struct PoolLimits: Sendable, Hashable {
    /// The number of connections; each transaction needs one of its own.
    public var connections: Int
    /// The maximum number of unanswered statements per connection.
    public var statementsPerConnection: Int
    /// The maximum number of statements that wait for a connection; further ones are rejected immediately.
    public var waitingStatements: Int
    /// The maximum time that a statement waits for a connection.
    public var waiting: Duration
    /// The time limit for a statement, including the wait; then it is canceled.
    public var statement: Duration

    /// Creates limits; values below 1 count as 1.
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

package struct PoolFigures: Sendable, Hashable {
    package let open: Int
    package let inFlight: Int
    package let waiting: Int
    package let isBehindPooler: Bool

    package var byName: [(name: String, value: Int)] {
        [
            ("database_connections_open", open), ("database_statements_in_flight", inFlight),
            ("database_statements_waiting", waiting),
        ]
    }
}
