// SPDX-License-Identifier: Apache-2.0

/// The state of a pool at one moment, for metrics.
package struct PoolFigures: Sendable, Hashable {
    /// The connections that are open.
    package let open: Int
    /// The statements that connections have and have not answered.
    package let inFlight: Int
    /// The statements that wait for a connection.
    package let waiting: Int
    /// Whether a pooler such as PgBouncer stands in between.
    package let isBehindPooler: Bool

    /// The figures by the names of their metrics.
    package var byName: [(name: String, value: Int)] {
        [
            ("database_connections_open", open), ("database_statements_in_flight", inFlight),
            ("database_statements_waiting", waiting),
        ]
    }
}
