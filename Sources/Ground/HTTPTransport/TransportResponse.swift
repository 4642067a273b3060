// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPTypes

/// A response's head and whole content.
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

    /// How long the server asks to wait, in seconds or until a date.
    ///
    /// A date is counted from the response's own `Date`, so that it does not matter if the server's clock is wrong.
    ///
    /// - Parameter now: The time now, for a response without a `Date`.
    /// - Returns: The wait, a year at most; `nil` where the server does not say.
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
