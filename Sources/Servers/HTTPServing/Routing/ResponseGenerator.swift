// SPDX-License-Identifier: Apache-2.0
public import HTTPMessages

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
    /// Returns the response itself.
    public func response(from request: Request, context: some RequestContext) -> Response { self }
}

extension String: ResponseGenerator {
    /// Returns the text with the status 200, as `text/plain`.
    public func response(from request: Request, context: some RequestContext) -> Response {
        Response(status: .ok, headers: [.contentType: "text/plain; charset=utf-8"], body: ResponseBody(self))
    }
}

extension HTTPResponse.Status: ResponseGenerator {
    /// Returns a response with the status alone.
    public func response(from request: Request, context: some RequestContext) -> Response { Response(status: self) }
}
