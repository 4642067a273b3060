// SPDX-License-Identifier: Apache-2.0

public import HTTPMessages

/// A request, as passed to a handler.
///
/// ```swift
/// router.post("notes") { request, _ in
///     guard request.headers[.contentType] == "text/plain" else { throw HTTPError(.unsupportedMediaType) }
///     let bytes = try await request.body.collect(upTo: 64 << 10)
///     return "\(bytes.count) bytes"
/// }
/// ```
public struct Request: Sendable {
    /// The method, the target, and the fields; `Host` is the authority, and not among the fields.
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

    /// Reads the whole content, and keeps it readable for later handlers.
    ///
    /// - Throws: As ``IncomingBody/collect(upTo:)``.
    public mutating func collectBody(upTo limit: Int) async throws -> [UInt8] {
        let bytes = try await body.collect(upTo: limit)
        body = IncomingBody(bytes)
        return bytes
    }
}

/// The path and query of a request, percent-encoded as they were sent. RFC 3986 §3.3, §3.4
///
/// ```swift
/// router.get("search") { request, _ in
///     let parts = URLComponents(string: request.uri.description)
///     return parts?.queryItems?.first { $0.name == "text" }?.value ?? ""
/// }
/// ```
public struct RequestURI: Sendable, CustomStringConvertible {
    /// The path and the query.
    public let description: String

    init(_ text: String) { description = text }

    /// The path, which is never empty.
    public var path: String {
        let end = description.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        guard let end else { return description.isEmpty ? "/" : description }
        return end == description.startIndex ? "/" : String(description[..<end])
    }

    /// The query, without its question mark; `nil` if there is none.
    public var query: String? {
        // Clients must not send a fragment, which is part of neither. RFC 9110 §7.1
        let target = description.utf8.prefix { $0 != UInt8(ascii: "#") }
        guard let mark = target.firstIndex(of: UInt8(ascii: "?")) else { return nil }
        return String(Substring(target[mark...].dropFirst()))
    }
}
