// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPMessages

/// A response's head and whole content.
///
/// ```swift
/// let response = try await transport.send(HTTPRequest(url: api.appending(path: "tasks")))
/// guard response.status == .ok else { return [] }
/// let tasks = try JSONDecoder().decode([String].self, from: response.body)
/// ```
public struct TransportResponse: Sendable {
    /// Status and header fields.
    public var head: HTTPResponse
    /// The content, at most as long as the transport's limit.
    public var body: Data

    /// Creates a response.
    public init(head: HTTPResponse, body: Data = Data()) {
        self.head = head
        self.body = body
    }

    /// The status of the response.
    public var status: HTTPResponse.Status { head.status }

    /// The wait that the server asks for, in seconds or until a date.
    ///
    /// A date is compared with the response's own `Date`, so that a wrong clock of the server changes nothing.
    ///
    /// - Parameter now: The time now, for a response without a `Date`.
    /// - Returns: The wait, a year at most; `nil` if the server asks for none.
    ///
    /// RFC 9110 §10.2.3
    public func retryAfter(now: Date) -> Duration? {
        guard let text = head.headerFields[.retryAfter] else { return nil }
        if let seconds = Self.seconds(text) { return .seconds(seconds) }
        guard let end = HTTPDate.parse(text, now: now) else { return nil }
        let wait = end.timeIntervalSince(date(now: now) ?? now)
        return .seconds(Int(min(max(wait.rounded(.up), 0), TimeInterval(Self.longest))))
    }
}
