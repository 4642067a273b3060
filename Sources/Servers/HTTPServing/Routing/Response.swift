// SPDX-License-Identifier: Apache-2.0

public import HTTPMessages
package import PortableFoundation

/// The response of a handler, with its whole content.
///
/// The server adds `Date` and `Content-Length`. With `Connection: close`, it closes the connection after the response.
///
/// ```swift
/// router.get("robots.txt") { _, _ in
///     Response(status: .ok, headers: [.contentType: "text/plain"], body: ResponseBody("User-agent: *\n"))
/// }
/// ```
public struct Response: Sendable {
    /// The status and the fields.
    public var head: HTTPResponse
    /// The content.
    public var body: ResponseBody

    /// Creates a response, by default without fields and content.
    public init(status: HTTPResponse.Status, headers: HTTPFields = [:], body: ResponseBody = ResponseBody()) {
        head = HTTPResponse(status: status, headerFields: headers)
        self.body = body
    }

    package init(
        status: HTTPResponse.Status = .ok, text: String, type: String = "text/plain; charset=utf-8"
    ) {
        self.init(status: status, headers: [.contentType: type], body: ResponseBody(text))
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

    /// The response to HEAD: the content's length, but no content. RFC 9110 §9.3.2
    package func createHeadResponse() -> Response {
        var response = self
        response.headers[.contentLength] = String(body.bytes.count)
        response.body = ResponseBody()
        return response
    }

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

    /// Creates an empty body.
    public init() { bytes = [] }

    /// Creates a body from a text, in UTF-8.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// Creates a body from bytes, such as `Data`.
    public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
}

/// A type that a handler can return: a ``Response``, a text, a status, or a type of the app.
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
    /// Returns the response itself.
    public func response(from request: Request, context: some RequestContext) -> Response { self }
}

extension String: ResponseGenerator {
    /// Returns the text as `text/plain` with status 200.
    public func response(from request: Request, context: some RequestContext) -> Response { Response(text: self) }
}

extension HTTPResponse.Status: ResponseGenerator {
    /// Returns a response with only the status.
    public func response(from request: Request, context: some RequestContext) -> Response { Response(status: self) }
}
