// SPDX-License-Identifier: Apache-2.0

/// The time limits of a transport, and the largest content that it holds in memory.
///
/// The times cover the content as well as the head.
package struct TransportLimits: Sendable, Hashable {
    /// The time of a request whose response is held in memory, from sending to the last byte of the response.
    package var deadline: Duration
    /// The largest content of a response that is held in memory, in bytes.
    package var maximumResponseBytes: Int
    /// The time after which a request ends if no byte moves; streams have no other limit by default.
    package var idleTimeout: Duration
    /// The time of a stream, from sending to the last byte of the response; `nil` for no limit.
    package var streamDeadline: Duration?

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - deadline: The time of a request whose response is held in memory; 10 seconds by default.
    ///   - maximumResponseBytes: The largest content that is held in memory; 4 MiB by default.
    ///   - idleTimeout: The longest time in which no byte moves; by default a minute, or the deadline if it is longer.
    ///   - streamDeadline: The time of a stream.
    package init(
        deadline: Duration = .seconds(10), maximumResponseBytes: Int = 4 << 20, idleTimeout: Duration? = nil,
        streamDeadline: Duration? = nil
    ) {
        self.deadline = deadline
        self.maximumResponseBytes = maximumResponseBytes
        self.idleTimeout = idleTimeout ?? max(.seconds(60), deadline)
        self.streamDeadline = streamDeadline
    }
}
