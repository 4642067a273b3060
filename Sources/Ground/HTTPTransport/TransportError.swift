// SPDX-License-Identifier: Apache-2.0

/// The reason why a request got no response.
public struct TransportError: Error, Sendable {
    /// The kinds of failure.
    public enum Code: String, Sendable, CaseIterable {
        /// No server answers at that address: no network, no such host, or no program listens there.
        case unreachable
        /// The deadline passed before the whole response arrived.
        case timedOut
        /// The response's content is longer than the transport's limit.
        case responseTooLarge
        /// The request's target is not an absolute `http` or `https` address.
        case unusableTarget
        /// The connection was lost, or the server does not speak HTTP.
        case connectionLost
        /// The server's certificate is for another host or from an untrusted authority; or the file of `SSL_CERT_FILE`
        /// (not on Apple systems) cannot be read.
        case untrusted
    }

    /// The kind of failure.
    public let code: Code
    /// The cause and the remedy in one sentence, with the address without its query.
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
