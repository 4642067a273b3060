// SPDX-License-Identifier: Apache-2.0

/// The longest time for a request, and the largest content of a response.
package struct TransportLimits: Sendable, Hashable {
    /// The time from sending to the last byte of the response.
    package var deadline: Duration
    /// The largest content that the transport reads, in bytes.
    package var maximumResponseBytes: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - deadline: The time from sending to the last byte of the response; 10 seconds by default.
    ///   - maximumResponseBytes: The largest content that the transport reads; 4 MiB by default.
    package init(deadline: Duration = .seconds(10), maximumResponseBytes: Int = 4 << 20) {
        self.deadline = deadline
        self.maximumResponseBytes = maximumResponseBytes
    }
}
