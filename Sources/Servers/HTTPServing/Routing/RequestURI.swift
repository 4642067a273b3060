// SPDX-License-Identifier: Apache-2.0

/// The path and the query of a request, as they were sent: percent-encoded.
///
/// RFC 3986 §3.3, §3.4
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
        // No client may send a fragment, and it is part of neither. RFC 9110 §7.1
        let target = description.utf8.prefix { $0 != UInt8(ascii: "#") }
        guard let mark = target.firstIndex(of: UInt8(ascii: "?")) else { return nil }
        return String(Substring(target[mark...].dropFirst()))
    }
}
