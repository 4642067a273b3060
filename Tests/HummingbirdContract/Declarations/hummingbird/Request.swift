// SPDX-License-Identifier: Apache-2.0
public import HTTPTypes

public struct Request: Sendable {
    public let head: HTTPRequest

    public init(head: HTTPRequest) { self.head = head }
}
