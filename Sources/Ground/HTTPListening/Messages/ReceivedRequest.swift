// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages

/// How a request's content ends (RFC 9112 §6.3).
package enum Framing: Sendable, Equatable {
    case none
    /// A number of bytes, at least one.
    case length(UInt64)
    case chunked
}

package struct ReceivedHead: Sendable, Equatable {
    /// The request; its `Host` is the authority, and not among the fields.
    package var request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil)
    /// The digit behind `HTTP/1.`: 0 or 1.
    package var minorVersion = 1
    package var framing = Framing.none
    /// Whether the connection ends with the response (RFC 9112 §9.3); with HTTP/1.0, always.
    package var closesConnection = false
    /// Whether the client waits for 100 (Continue) before it sends its content (RFC 9110 §10.1.1).
    package var expectsContinue = false
}

package struct ReceivedRequest: Sendable {
    package let head: ReceivedHead
    /// Read when the handler requests it; `nil` if the request has none.
    package let content: Content?
}
