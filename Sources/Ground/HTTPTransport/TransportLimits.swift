// SPDX-License-Identifier: Apache-2.0

/// The longest time for a request, and the largest content of a response.
public struct TransportLimits: Sendable, Hashable {
    /// The time from sending to the last byte of the response.
    public var deadline: Duration
    /// The largest content that the transport reads, in bytes.
    public var maximumResponseBytes: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - deadline: The time from sending to the last byte of the response; 10 seconds by default.
    ///   - maximumResponseBytes: The largest content that the transport reads; 4 MiB by default.
    public init(deadline: Duration = .seconds(10), maximumResponseBytes: Int = 4 << 20) {
        self.deadline = deadline
        self.maximumResponseBytes = maximumResponseBytes
    }
}
