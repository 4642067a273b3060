// SPDX-License-Identifier: Apache-2.0
package import HTTPListening
public import HTTPMessages
import PortableFoundation

/// An error with its own response; the client gets 500 for every other error.
///
/// ```swift
/// struct Overloaded: HTTPResponseError {
///     var status: HTTPResponse.Status { .serviceUnavailable }
///
///     func response(from request: Request, context: some RequestContext) -> Response {
///         Response(status: status, headers: [.retryAfter: "30"])
///     }
/// }
/// ```
public protocol HTTPResponseError: Error, ResponseGenerator {
    /// The status of the response.
    var status: HTTPResponse.Status { get }
}

/// An error with a status, and a message for the client.
///
/// ```swift
/// router.get("tasks/{id}/title") { _, context in
///     let title = tasks[try context.parameters.require("id")]
///     guard let title else { throw HTTPError(.notFound, message: "There is no such task.") }
///     return title
/// }
/// ```
public struct HTTPError: HTTPResponseError {
    /// The status of the response.
    public var status: HTTPResponse.Status
    /// The fields of the response; with a message, `Content-Type` is set.
    public var headers: HTTPFields
    /// The message, which must not contain a secret.
    public var message: String?

    /// Creates an error, by default without fields and message.
    public init(_ status: HTTPResponse.Status, headers: HTTPFields = [:], message: String? = nil) {
        self.status = status
        self.headers = headers
        self.message = message
    }

    /// Returns a response with the message as JSON in `error.message`, or without content.
    public func response(from request: Request, context: some RequestContext) -> Response {
        var response = Response(status: status, headers: headers)
        guard let message, let content = try? JSONEncoder().encode(["error": ["message": message]]) else {
            return response
        }
        response.headers[.contentType] = "application/json; charset=utf-8"
        response.body = ResponseBody(content)
        return response
    }
}

/// RFC 9110 §15.5.14
extension ContentTooLong: HTTPResponseError {
    package var status: HTTPResponse.Status { .contentTooLarge }

    package func response(from request: Request, context: some RequestContext) -> Response { Response(status: status) }
}
