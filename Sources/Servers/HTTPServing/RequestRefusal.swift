// SPDX-License-Identifier: Apache-2.0
package import HTTPTypes
package import Hummingbird
import NIOCore

/// Why a request was turned away before its meaning was looked at.
///
/// Thrown out of a handler it answers in plain text; a handler that speaks HTML or JSON catches it and says
/// the message in its own form.
package struct RequestRefusal: Error, Sendable {
    /// Which check refused.
    package let code: Code
    /// Cause and remedy, in a sentence.
    package let message: String

    /// Creates a refusal.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension RequestRefusal: HTTPResponseError {
    /// The status to answer with.
    package var status: HTTPResponse.Status { code.status }

    /// The message as plain text.
    package func response(from request: Request, context: some RequestContext) throws -> Response {
        Response(
            status: status,
            headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: message + "\n")))
    }
}

extension RequestRefusal: CustomStringConvertible {
    /// The code and the message.
    package var description: String { "\(code.rawValue): \(message)" }
}
