// SPDX-License-Identifier: Apache-2.0
public import HTTPMessages

/// A request, as a handler gets it.
///
/// ```swift
/// router.post("notes") { request, _ in
///     guard request.headers[.contentType] == "text/plain" else { throw HTTPError(.unsupportedMediaType) }
///     let bytes = try await request.body.collect(upTo: 64 << 10)
///     return "\(bytes.count) bytes"
/// }
/// ```
public struct Request: Sendable {
    /// The method, the target and the fields; `Host` is the authority, and not among the fields.
    public var head: HTTPRequest
    /// The content.
    public var body: IncomingBody

    /// Creates a request, by default without content.
    public init(head: HTTPRequest, body: IncomingBody = IncomingBody()) {
        self.head = head
        self.body = body
    }

    /// The method.
    public var method: HTTPRequest.Method { head.method }

    /// The fields.
    public var headers: HTTPFields {
        get { head.headerFields }
        set { head.headerFields = newValue }
    }

    /// The path and the query.
    public var uri: RequestURI { RequestURI(head.path ?? "/") }

    /// Reads the whole content, which stays readable for the handlers behind a middleware.
    ///
    /// - Parameter limit: The largest number of bytes, 0 or more.
    /// - Returns: The bytes.
    /// - Throws: As ``IncomingBody/collect(upTo:)``.
    public mutating func collectBody(upTo limit: Int) async throws -> [UInt8] {
        let bytes = try await body.collect(upTo: limit)
        body = IncomingBody(bytes)
        return bytes
    }
}
