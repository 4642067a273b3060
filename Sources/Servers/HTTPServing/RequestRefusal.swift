// SPDX-License-Identifier: Apache-2.0
package import HTTPTypes
package import Hummingbird
import NIOCore

/// The reason for refusing a request before its content is interpreted.
///
/// Thrown by a handler, it becomes a response in plain text. A handler for HTML or JSON catches it and sends the
/// message in its own form.
package struct RequestRefusal: Error, Sendable {
    /// The check that refused.
    package let code: Code
    /// The cause and the remedy in one sentence.
    package let message: String

    /// Creates a refusal.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
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
            body: ResponseBody(byteBuffer: ByteBuffer(string: message + "\n")))
    }
}

extension RequestRefusal: CustomStringConvertible {
    /// The code and the message.
    package var description: String { "\(code.rawValue): \(message)" }
}
