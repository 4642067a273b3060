// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPMessages

/// The response of a handler, with its whole content.
///
/// The server adds `Date` and `Content-Length`. With `Connection: close` it closes the connection after the response.
///
/// ```swift
/// router.get("robots.txt") { _, _ in
///     Response(status: .ok, headers: [.contentType: "text/plain"], body: ResponseBody("User-agent: *\n"))
/// }
/// ```
public struct Response: Sendable {
    /// Status and fields.
    public var head: HTTPResponse
    /// The content.
    public var body: ResponseBody

    /// Creates a response.
    public init(status: HTTPResponse.Status, headers: HTTPFields = [:], body: ResponseBody = ResponseBody()) {
        (head, self.body) = (HTTPResponse(status: status, headerFields: headers), body)
    }

    /// The status.
    public var status: HTTPResponse.Status {
        get { head.status }
        set { head.status = newValue }
    }

    /// The fields.
    public var headers: HTTPFields {
        get { head.headerFields }
        set { head.headerFields = newValue }
    }

    /// Returns the answer to HEAD: the fields with the length of the content, but no content. RFC 9110 §9.3.2
    public func createHeadResponse() -> Response {
        var response = self
        response.headers[.contentLength] = String(body.bytes.count)
        response.body = ResponseBody()
        return response
    }

    /// The whole content.
    package var content: Data { Data(body.bytes) }
}

/// The content of a response.
///
/// ```swift
/// let body = ResponseBody(try JSONEncoder().encode(titles))
/// var response = Response(status: .ok, body: body)
/// response.headers[.contentType] = "application/json"
/// ```
public struct ResponseBody: Sendable {
    /// The bytes.
    public let bytes: [UInt8]

    /// Creates a body without content.
    public init() { bytes = [] }
    /// Creates a body from a text, in UTF-8.
    public init(_ text: String) { bytes = Array(text.utf8) }
    /// Creates a body from bytes.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }
    /// Creates a body from data.
    public init(_ bytes: Data) { self.bytes = Array(bytes) }
    /// Creates a body from a sequence of bytes.
    public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
}

/// A value that a handler can return: a ``Response``, a text, a status, or a type of the app.
///
/// ```swift
/// struct Page: ResponseGenerator {
///     let html: String
///
///     func response(from request: Request, context: some RequestContext) -> Response {
///         Response(status: .ok, headers: [.contentType: "text/html; charset=utf-8"], body: ResponseBody(html))
///     }
/// }
/// ```
public protocol ResponseGenerator: SendableMetatype {
    /// Returns the response to a request.
    ///
    /// - Throws: An ``HTTPResponseError`` for another response; the client gets 500 for every other error.
    func response(from request: Request, context: some RequestContext) throws -> Response
}

extension Response: ResponseGenerator {
    /// Itself.
    public func response(from request: Request, context: some RequestContext) -> Response { self }
}

extension String: ResponseGenerator {
    /// The text, as plain text.
    public func response(from request: Request, context: some RequestContext) -> Response {
        Response(status: .ok, headers: [.contentType: "text/plain; charset=utf-8"], body: ResponseBody(self))
    }
}

extension HTTPResponse.Status: ResponseGenerator {
    /// The status alone.
    public func response(from request: Request, context: some RequestContext) -> Response { Response(status: self) }
}

/// An error with a response of its own; the client gets 500 for every other error.
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

/// An error with a status, and a message for people.
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
    /// Fields of the response.
    public var headers: HTTPFields
    /// The message for people; it must hold no secret.
    public var body: String?

    /// Creates an error.
    public init(_ status: HTTPResponse.Status, headers: HTTPFields = [:], message: String? = nil) {
        (self.status, self.headers, body) = (status, headers, message)
    }

    /// The response: the message as JSON, or nothing.
    public func response(from request: Request, context: some RequestContext) -> Response {
        guard let body else { return Response(status: status, headers: headers) }
        var response = Response(status: status, headers: headers)
        let text = (try? JSONEncoder().encode(["error": ["message": body]])) ?? Data()
        response.headers[.contentType] = "application/json; charset=utf-8"
        response.body = ResponseBody(text)
        return response
    }
}
