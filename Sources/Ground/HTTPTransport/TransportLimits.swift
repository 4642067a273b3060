// SPDX-License-Identifier: Apache-2.0

/// How long a request may take, and how much may come back.
public struct TransportLimits: Sendable, Hashable {
    /// From sending to the last byte of the response.
    public var deadline: Duration
    /// The longest content that is read, in bytes.
    public var maximumResponseBytes: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - deadline: From sending to the last byte of the response; 10 seconds unless said otherwise.
    ///   - maximumResponseBytes: The longest content that is read; 4 MiB unless said otherwise.
    public init(deadline: Duration = .seconds(10), maximumResponseBytes: Int = 4 << 20) {
        self.deadline = deadline
        self.maximumResponseBytes = maximumResponseBytes
    }
}
