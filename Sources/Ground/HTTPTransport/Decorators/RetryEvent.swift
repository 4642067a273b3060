// SPDX-License-Identifier: Apache-2.0
public import HTTPMessages

/// A request that is about to be sent again: for a log or a counter.
///
/// ```swift
/// let patient = RetryingTransport(
///     over: transport,
///     reporting: { event in
///         log("attempt \(event.attempt) at \(event.server): \(event.reason); again in \(event.delay)")
///     })
/// ```
public struct RetryEvent: Sendable {
    /// The reason why an attempt counts as failed.
    public enum Reason: Sendable, CustomStringConvertible {
        /// The server asks to come back later, or cannot answer now.
        case status(HTTPResponse.Status)
        /// No response came.
        case error(TransportError)

        /// The status, or the kind of the error.
        public var description: String {
            switch self {
            case .status(let status): "\(status.code)"
            case .error(let error): error.code.rawValue
            }
        }
    }

    /// The number of the attempt that failed, from 1.
    public let attempt: Int
    /// The reason.
    public let reason: Reason
    /// The wait before the next attempt.
    public let delay: Duration
    /// The method of the request.
    public let method: HTTPRequest.Method
    /// The scheme and authority of the request.
    public let server: String
}
