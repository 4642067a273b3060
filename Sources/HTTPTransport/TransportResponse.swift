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

    /// How long the server asks to wait, where it says so in seconds; the form with a date is not read.
    ///
    /// RFC 9110 §10.2.3
    public var retryAfter: Duration? {
        guard let text = head.headerFields[.retryAfter], !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber })
        else { return nil }
        // A year is as good as for ever, and so is a number too long to read.
        return .seconds(min(Int(text) ?? .max, 366 * 86_400))
    }
}
