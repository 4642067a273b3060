// SPDX-License-Identifier: Apache-2.0

package import HTTPMessages

/// A reason for refusing a request as HTTP, before the handler runs.
///
/// If a handler throws it, the response is plain text. A handler for HTML or JSON catches it and sends the message in
/// its own format:
///
/// ```swift
/// do {
///     return try await RequestContent(of: request).json(Note.self).text
/// } catch let refusal as RequestRefusal {
///     throw HTTPError(refusal.status, message: refusal.message)
/// }
/// ```
public struct RequestRefusal: Error, Sendable {
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

/// Thrown to close the connection after a delay; in process, ``InProcessResponder`` rethrows it in place of a timeout.
package struct StalledConnection: Error, Sendable, Hashable {
    package init() {}
}

/// Thrown to close the connection without a response; in process, ``InProcessResponder`` rethrows it.
package struct DroppedConnection: Error, Sendable, Hashable {
    package init() {}
}
