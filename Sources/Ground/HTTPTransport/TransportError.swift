// SPDX-License-Identifier: Apache-2.0

/// The reason why a request got no response.
///
/// ```swift
/// do {
///     response = try await transport.send(HTTPRequest(url: api))
/// } catch TransportError.Code.timedOut {
///     await show("The server is slow today.", offering: .retry(after: nil))
/// } catch let error as TransportError {
///     await show(error.localizedDescription, offering: error.nextAction)
/// }
/// ```
public struct TransportError: Error, Sendable {
    /// The kind of failure; the set is open.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name, for a log or a metric label.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No server answers at that address: no network, no such host, or no program listens there.
        public static let unreachable = Self(rawValue: "unreachable")
        /// The deadline passed before the whole response arrived.
        public static let timedOut = Self(rawValue: "timedOut")
        /// The response's content is longer than the transport's limit.
        public static let responseTooLarge = Self(rawValue: "responseTooLarge")
        /// The request's target is not an absolute `http` or `https` address.
        public static let unusableTarget = Self(rawValue: "unusableTarget")
        /// The request's content is longer or shorter than stated, or cannot be sent a second time.
        public static let unusableBody = Self(rawValue: "unusableBody")
        /// The connection was lost, or the server does not speak HTTP.
        public static let connectionLost = Self(rawValue: "connectionLost")
        /// The proxy that the environment names is not one that can be used.
        public static let unusableProxy = Self(rawValue: "unusableProxy")
        /// The client's certificate or its private key cannot be used: see ``TransportIdentity``.
        public static let unusableIdentity = Self(rawValue: "unusableIdentity")
        /// The server's certificate is for another host or from an untrusted authority; or the file of `SSL_CERT_FILE`
        /// (not on Apple systems) cannot be read.
        public static let untrusted = Self(rawValue: "untrusted")
        /// The library that sends requests, libcurl, is not installed or too old (not on Apple systems).
        public static let missingLibrary = Self(rawValue: "missingLibrary")

        /// The name.
        public var description: String { rawValue }

        /// Lets `catch` name a code: `catch TransportError.Code.timedOut { … }`.
        public static func ~= (code: Self, error: any Error) -> Bool { (error as? TransportError)?.code == code }
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
