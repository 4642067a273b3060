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
}
