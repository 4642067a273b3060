// SPDX-License-Identifier: Apache-2.0

package import HTTPMessages

/// The reason for refusing a request as HTTP, before the handler does its work.
///
/// Thrown by a handler, it becomes a response in plain text. A handler for HTML or JSON catches it and sends the
/// message in its own form:
///
/// ```swift
/// do {
///     return try await RequestContent(of: request).json(Note.self).text
/// } catch let refusal as RequestRefusal {
///     throw HTTPError(refusal.status, message: refusal.message)
/// }
/// ```
public struct RequestRefusal: Error, Sendable {
    /// The check that refused.
    package let code: Code
    /// The cause and the remedy in one sentence.
    public let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package enum Code: String, Sendable, CaseIterable {
        case hostNotAllowed
        case hostRepeated
        case contentTooLarge
        case contentTypeUnsupported
        case contentMalformed
        case formFromAnotherSite
        case formFromAnotherOrigin
        case formCookieMissing
        case formTokenMismatch

        /// The HTTP status of the refusal. RFC 9110 §15.5
        package var status: HTTPResponse.Status {
            switch self {
            case .hostNotAllowed: .misdirectedRequest
            case .contentTooLarge: .contentTooLarge
            case .contentTypeUnsupported: .unsupportedMediaType
            case .hostRepeated, .contentMalformed: .badRequest
            case .formFromAnotherSite, .formFromAnotherOrigin, .formCookieMissing, .formTokenMismatch:
                .forbidden
            }
        }
    }
}

extension RequestRefusal: HTTPResponseError {
    /// The status of the response.
    public var status: HTTPResponse.Status { code.status }

    /// Returns the message as plain text.
    public func response(from request: Request, context: some RequestContext) throws -> Response {
        Response(status: status, text: message + "\n")
    }
}

extension RequestRefusal: CustomStringConvertible {
    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}

/// A handler throws this error to close the connection after it let the client wait without a response.
///
/// In process ``InProcessResponder`` rethrows it; it stands for a deadline that passes on a network.
package struct StalledConnection: Error, Sendable, Hashable {
    package init() {}
}

/// A handler throws this error to close the connection without a response.
///
/// In process there is no connection, and ``InProcessResponder`` rethrows it.
package struct DroppedConnection: Error, Sendable, Hashable {
    package init() {}
}
