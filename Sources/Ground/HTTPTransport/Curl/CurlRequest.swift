// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import PortableFoundation
import HTTPMessages

/// A request with everything needed to send it, checked before the driver gets it.
struct CurlRequest: Sendable {
    enum Content: Sendable {
        case none
        case bytes(Data)
        case chunks(length: Int64?)
    }

    let head: HTTPRequest
    /// The absolute address, with `localhost` for the names below it.
    let address: String
    let content: Content
    let proxy: ProxyAddress?
    /// The rule for the server's address; `nil` behind a proxy, which hides that address.
    let rule: PeerRule?
    let security: CurlSecurity?
    let deadline: Duration?
    let idleTimeout: Duration
    /// The number of waiting bytes above which the reader is resumed before the end.
    ///
    /// With 0, it is resumed after each turn of the loop that received bytes. A response in memory resumes it mostly
    /// once, at its end.
    let wakeThreshold: Int

    var isRepeatable: Bool { head.isIdempotent && !head.hasProof && !isStreamed }

    var isStreamed: Bool {
        if case .chunks = content { true } else { false }
    }

    /// Whether the response may have content. RFC 9110 §6.4.1
    func allowsContent(in response: HTTPResponse) -> Bool {
        head.method != .head && response.status != .noContent && response.status != .notModified
    }

    /// The most bytes of content that are sent with the head, and over HTTP/2.
    static let shortContent: Int64 = 64 << 10

    /// Whether the content is so long that the server may refuse it before its end.
    var isLong: Bool {
        switch content {
        case .none: false
        case .bytes(let data): data.count > Self.shortContent
        case .chunks(let length): length.map { $0 > Self.shortContent } ?? true
        }
    }

    var timedOut: TransportError {
        TransportError(.timedOut, "no complete response from \(head.placeWithoutQuery) in time")
    }

    /// The error for a connection that is no longer usable; `event` continues a sentence about the server.
    func lost(_ event: String, cause: (any Error)? = nil) -> TransportError {
        TransportError(.connectionLost, "\(head.placeWithoutQuery) \(event)", cause: cause)
    }
}

struct CurlSecurity: Sendable {
    let roots: TrustedRoots
    let identity: TransportIdentity?
}
#endif
