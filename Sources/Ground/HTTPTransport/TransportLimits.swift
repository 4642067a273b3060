// SPDX-License-Identifier: Apache-2.0

/// The time limits of a transport, which include the content, and the largest content that it holds in memory.
package struct TransportLimits: Sendable, Hashable {
    /// The time of a request whose response is held in memory, from sending to the last byte of the response.
    package var deadline: Duration
    package var maximumResponseBytes: Int
    /// The time after which a request ends if no byte moves; streams have no other limit by default.
    package var idleTimeout: Duration
    package var streamDeadline: Duration?

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
