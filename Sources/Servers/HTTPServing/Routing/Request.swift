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
    /// Method, target and fields; `Host` is its authority.
    public var head: HTTPRequest
    /// The content.
    public var body: IncomingBody

    /// Creates a request, by default without content.
    public init(head: HTTPRequest, body: IncomingBody = IncomingBody()) { (self.head, self.body) = (head, body) }

    /// The method.
    public var method: HTTPRequest.Method { head.method }

    /// The fields.
    public var headers: HTTPFields {
        get { head.headerFields }
        set { head.headerFields = newValue }
    }

    /// The path and the query.
    public var uri: RequestURI { RequestURI(head.path ?? "/") }

    /// Reads the whole content, which stays readable.
    ///
    /// - Parameter limit: The largest number of bytes.
    /// - Returns: The bytes.
    /// - Throws: As ``IncomingBody/collect(upTo:)``.
    public mutating func collectBody(upTo limit: Int) async throws -> [UInt8] {
        let bytes = try await body.collect(upTo: limit)
        body = IncomingBody(bytes)
        return bytes
    }
}

/// Path and query of a request, as they were sent.
///
/// ```swift
/// router.get("search") { request, _ in
///     let parts = URLComponents(string: request.uri.description)
///     return parts?.queryItems?.first { $0.name == "text" }?.value ?? ""
/// }
/// ```
public struct RequestURI: Sendable, CustomStringConvertible {
    /// Both, as they were sent.
    public let description: String

    init(_ text: String) { description = text }

    /// The path, not decoded; a fragment, which does not belong there, is left out.
    public var path: String {
        let end = description.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        guard let end else { return description.isEmpty ? "/" : description }
        return end == description.startIndex ? "/" : String(description[..<end])
    }

    /// The query, not decoded; `nil` without a question mark.
    public var query: String? {
        let bytes = description.utf8
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return nil }
        return String(description[bytes.index(after: mark)...].prefix { $0 != "#" })
    }
}
