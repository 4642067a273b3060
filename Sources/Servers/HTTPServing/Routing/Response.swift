// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPMessages

/// A response, whole.
///
/// The server adds `Date` and `Content-Length`.
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

    /// The answer to HEAD: the fields, with the length of the content, and none of it.
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
public struct ResponseBody: Sendable {
    /// The bytes.
    public let bytes: [UInt8]

    /// No content.
    public init() { bytes = [] }
    /// A text, in UTF-8.
    public init(_ text: String) { bytes = Array(text.utf8) }
    /// Bytes.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }
    /// Bytes.
    public init(_ bytes: Data) { self.bytes = Array(bytes) }
    /// Bytes.
    public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
}

/// What a handler may return.
public protocol ResponseGenerator: SendableMetatype {
    /// The response to a request.
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

/// An error that is a response too.
public protocol HTTPResponseError: Error, ResponseGenerator {
    /// The status of the response.
    var status: HTTPResponse.Status { get }
}

/// An error with a status.
public struct HTTPError: HTTPResponseError {
    /// The status of the response.
    public var status: HTTPResponse.Status
    /// Fields of the response.
    public var headers: HTTPFields
    /// A sentence for people.
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
