// SPDX-License-Identifier: Apache-2.0

/// A statement that was sent, and whose results are not complete.
struct Flight {
    let command: Command
    /// Whether the next result is that of the preparation.
    var isPreparing: Bool
    /// The first error among the results.
    var error: PostgresError?
    /// When this connection noticed that the caller waits no more, while the server works on the statement.
    var abandonedAt: ContinuousClock.Instant?
    /// When the server was asked to cancel it.
    var cancelledAt: ContinuousClock.Instant?
}
