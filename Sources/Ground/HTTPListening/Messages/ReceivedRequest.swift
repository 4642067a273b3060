// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages

/// How the end of a request's content is found (RFC 9112 §6.3).
package enum Framing: Sendable, Equatable {
    case none
    /// A number of bytes, at least one.
    case length(UInt64)
    /// Chunks, then trailers.
    case chunked
}

/// The head of a request, with its rules for the connection.
package struct ReceivedHead: Sendable, Equatable {
    /// The request; its `Host` is the authority, and not among the fields.
    package var request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil)
    /// The digit behind `HTTP/1.`: 0 or 1.
    package var minorVersion = 1
    package var framing = Framing.none
    /// Whether the connection ends with the answer (RFC 9112 §9.3); with HTTP/1.0, always.
    package var closesConnection = false
    /// Whether the client waits for 100 (Continue) before it sends its content (RFC 9110 §10.1.1).
    package var expectsContinue = false
}

/// A request with its content, as it comes from a connection.
package struct ReceivedRequest: Sendable {
    package let head: ReceivedHead
    /// The content, which is read when the handler asks for it; `nil` if the request has none.
    package let content: Content?
}
