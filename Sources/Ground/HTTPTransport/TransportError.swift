// SPDX-License-Identifier: Apache-2.0

/// Why a request got no response.
public struct TransportError: Error, Sendable {
    /// The kinds of failure.
    public enum Code: String, Sendable, CaseIterable {
        /// Nobody answers at that address: no network, no such host, nothing listening.
        case unreachable
        /// The deadline passed before the whole response was there.
        case timedOut
        /// The response's content is longer than the transport's limit.
        case responseTooLarge
        /// The request's target is not an absolute `http` or `https` address.
        case unusableTarget
        /// The connection was lost, or the other side does not speak HTTP.
        case connectionLost
        /// The server's certificate is from no authority that is trusted here, or for another host; or the file with
        /// additional authorities (`SSL_CERT_FILE`, not on Apple systems) cannot be read.
        case untrusted
    }

    /// Which kind of failure it was.
    public let code: Code
    /// What was wrong and what to do about it, in a sentence; the address is named without its query.
    public let message: String
    /// The underlying error, for a debugger; it is not part of the description.
    public let cause: (any Error)?

    /// Creates an error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension TransportError: CustomStringConvertible {
    /// The kind and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
