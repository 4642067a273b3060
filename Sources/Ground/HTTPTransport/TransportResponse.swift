// SPDX-License-Identifier: Apache-2.0
public import HTTPMessages
public import PortableFoundation

/// A response head with its complete body.
///
/// ```swift
/// let response = try await transport.send(HTTPRequest(url: api.appending(path: "tasks")))
/// guard response.status == .ok else { return [] }
/// let tasks = try JSONDecoder().decode([String].self, from: response.body)
/// ```
public struct TransportResponse: Sendable {
    /// The status and header fields; they describe the body as it was before a transport decompressed it.
    public var head: HTTPResponse
    /// The body, at most as long as the transport's limit.
    public var body: Data

    /// Creates a response.
    public init(head: HTTPResponse, body: Data = Data()) {
        self.head = head
        self.body = body
    }

    /// The status of the response.
    public var status: HTTPResponse.Status { head.status }

    /// Returns the delay that the server requests, in seconds or until a date.
    ///
    /// A date is compared with the response's own `Date`, so the server's clock need not be correct.
    ///
    /// - Returns: The delay, at most one year; `nil` if the server requests none.
    ///
    /// RFC 9110 §10.2.3
    package func retryAfter(now: Date) -> Duration? {
        guard let text = head.headerFields[.retryAfter] else { return nil }
        if let seconds = Self.seconds(text) { return .seconds(seconds) }
        guard let end = HTTPDate.parse(text, now: now) else { return nil }
        let wait = end.timeIntervalSince(date(now: now) ?? now)
        return .seconds(Int(min(max(wait.rounded(.up), 0), TimeInterval(Self.longest))))
    }
}

extension TransportResponse {
    /// How long the response may be cached from now; zero if it must not be, `nil` without a rule.
    ///
    /// An unreadable limit counts as zero, so that no restriction is ignored. RFC 9111 §4.2.1, §5.2.2, §5.3
    package func freshness(now: Date) -> Duration? {
        let directives = cacheDirectives
        if directives.contains(where: { ["no-store", "no-cache"].contains($0.name) }) { return .zero }
        let ages = directives.filter { $0.name == "max-age" }.map { Self.seconds($0.value) ?? 0 }
        if let least = ages.min() { return .seconds(max(0, least - age)) }
        guard let expires = head.headerFields[.expires] else { return nil }
        guard let end = HTTPDate.parse(expires, now: now), let start = date(now: now) else { return .zero }
        let lifetime = Int(min(max(end.timeIntervalSince(start), 0), TimeInterval(Self.longest)))
        return .seconds(max(0, lifetime - age))
    }

    /// The server's time when it sent the response. RFC 9110 §6.6.1
    package func date(now: Date) -> Date? { head.headerFields[.date].flatMap { HTTPDate.parse($0, now: now) } }

    /// The time for which intermediate caches kept the response: the first value; an invalid one is ignored. §5.1
    private var age: Int { Self.elements(of: head.headerFields[.age]).first.flatMap(Self.seconds) ?? 0 }

    private var cacheDirectives: [(name: String, value: String)] {
        let field = head.headerFields[.cacheControl] ?? ""
        // An unterminated quote must not hide a restriction after it.
        let isBalanced = field.utf8.count { $0 == UInt8(ascii: "\"") } % 2 == 0
        return Self.elements(of: isBalanced ? field : field.replacing("\"", with: "")).map { directive in
            let halves = directive.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = halves.count > 1 ? halves[1].trimmed { " \t\"".contains($0) } : ""
            return (halves[0].trimmed { " \t".contains($0) }.lowercased(), value)
        }
    }

    private static func elements(of value: String?) -> [String] {
        HTTPField.elements(of: value ?? "").map { String(decoding: $0, as: UTF8.self) }
    }

    /// The limit of all times, a year; a number too long to read counts as this.
    static let longest = 366 * 86_400

    static func seconds(_ text: String) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
        return min(Int(text) ?? .max, longest)
    }
}
