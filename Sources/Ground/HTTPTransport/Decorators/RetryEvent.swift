// SPDX-License-Identifier: Apache-2.0
public import HTTPMessages

/// An upcoming retry, for a log or a counter.
///
/// ```swift
/// let patient = RetryingTransport(
///     over: transport,
///     reporting: { event in
///         log("attempt \(event.attempt) at \(event.server): \(event.reason); again in \(event.delay)")
///     })
/// ```
public struct RetryEvent: Sendable {
    /// The reason for a retry.
    public enum Reason: Sendable, CustomStringConvertible {
        /// The server requests a later retry, or is unavailable.
        case status(HTTPResponse.Status)
        /// No response arrived.
        case error(TransportError)

        /// The status, or the kind of error.
        public var description: String {
            switch self {
            case .status(let status): "\(status.code)"
            case .error(let error): error.code.rawValue
            }
        }
    }

    /// The number of the failed attempt, starting at 1.
    public let attempt: Int
    /// The reason.
    public let reason: Reason
    /// The delay before the next attempt.
    public let delay: Duration
    /// The method of the request.
    public let method: HTTPRequest.Method
    /// The scheme and authority of the request.
    public let server: String
}
