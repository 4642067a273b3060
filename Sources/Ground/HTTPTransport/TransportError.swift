// SPDX-License-Identifier: Apache-2.0

/// A failure to get a response to a request.
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

        /// No server responds at that address: no network, an unknown host, or no listening program.
        public static let unreachable = Self(rawValue: "unreachable")
        /// The deadline passed before the complete response arrived, or connecting took more than ten seconds.
        public static let timedOut = Self(rawValue: "timedOut")
        /// The response body exceeds the transport's limit.
        public static let responseTooLarge = Self(rawValue: "responseTooLarge")
        /// The request's target is not an absolute `http` or `https` URL, or libcurl cannot send the request.
        public static let unusableTarget = Self(rawValue: "unusableTarget")
        /// The request body is longer or shorter than stated, or cannot be resent.
        public static let unusableBody = Self(rawValue: "unusableBody")
        /// The connection was lost, or the server does not speak HTTP.
        public static let connectionLost = Self(rawValue: "connectionLost")
        /// The proxy in the environment is unusable.
        public static let unusableProxy = Self(rawValue: "unusableProxy")
        /// The client's certificate or its private key is unusable; see ``TransportIdentity``.
        public static let unusableIdentity = Self(rawValue: "unusableIdentity")
        /// The server's certificate is for another host or from an untrusted authority; or, except on Apple systems,
        /// the file in `SSL_CERT_FILE` cannot be read.
        public static let untrusted = Self(rawValue: "untrusted")
        /// The library that sends requests, libcurl, is not installed or too old (not on Apple systems).
        public static let missingLibrary = Self(rawValue: "missingLibrary")
        /// No memory, thread, or file descriptor is left to send the request (not on Apple systems).
        public static let outOfResources = Self(rawValue: "outOfResources")

        /// The name.
        public var description: String { rawValue }

        /// Lets `catch` match a code: `catch TransportError.Code.timedOut { … }`.
        public static func ~= (code: Self, error: any Error) -> Bool { (error as? TransportError)?.code == code }
    }

    /// The kind of failure.
    public let code: Code
    /// A sentence with the cause, the solution, and the URL without its query.
    public let message: String
    /// The underlying error, for debugging; it is not part of the description.
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
