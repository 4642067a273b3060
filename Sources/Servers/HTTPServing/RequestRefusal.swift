// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages

/// The reason for refusing a request as HTTP, before the handler does its work.
///
/// Thrown by a handler, it becomes a response in plain text. A handler for HTML or JSON catches it and sends the
/// message in its own form.
package struct RequestRefusal: Error, Sendable {
    /// The check that refused.
    package let code: Code
    /// The cause and the remedy in one sentence.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The checks, one case for each.
    package enum Code: String, Sendable, CaseIterable {
        /// The request names a host that is not this server.
        case hostNotAllowed
        /// The request has several `Host` fields.
        case hostRepeated
        /// The content is longer than the server's limit.
        case contentTooLarge
        /// The server does not support the content's media type.
        case contentTypeUnsupported
        /// The content does not follow its media type.
        case contentMalformed
        /// The browser reports that another site sent the form.
        case formFromAnotherSite
        /// A page of another origin sent the form.
        case formFromAnotherOrigin
        /// The browser did not send the cookie for the form's token.
        case formCookieMissing
        /// The form has no token, or one of another browser or page.
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
    package var status: HTTPResponse.Status { code.status }

    /// The message as plain text.
    package func response(from request: Request, context: some RequestContext) throws -> Response {
        Response(
            status: status,
            headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(message + "\n"))
    }
}

extension RequestRefusal: CustomStringConvertible {
    /// The code and the message.
    package var description: String { "\(code.rawValue): \(message)" }
}
