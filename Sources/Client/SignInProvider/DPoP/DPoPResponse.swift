// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPTransport
import OAuthMessages
package import PortableFoundation

/// A reason for which a server refused a proof, and which another proof removes.
package enum DPoPRetryReason: Hashable {
    /// The proof lacks the server's nonce, or has an old one.
    case nonce
    /// The proof seems too old or too new: the server's clock is ahead of ours by so many seconds.
    case clock(TimeInterval)
}

/// The nonce in a response, and its refusal of the proof in the request.
///
/// RFC 9449 §5, §7.1, §8, §9
package struct DPoPResponse: Equatable {
    /// The nonce for the next proof; any response may bring one.
    package let nonce: String?
    /// The reason for the refusal.
    package let refusal: DPoPRetryReason?

    /// Reads a response; an API refuses a token with a challenge, a provider refuses a client with an error in JSON.
    package init(_ response: TransportResponse, presentingToken presentsToken: Bool, now: Date) {
        let fields = response.head.headerFields[values: .dPoPNonce]
        nonce = fields.count == 1 ? fields.first.flatMap { Self.isNonce($0) ? $0 : nil } : nil
        let error =
            presentsToken ? Self.challengedError(response) : Self.answeredError(response)
        switch error {
        case ServerError.Code.useDPoPNonce.rawValue: refusal = .nonce
        case ServerError.Code.invalidDPoPProof.rawValue:
            let lead = response.date(now: now)?.timeIntervalSince(now)
            refusal = lead.flatMap { abs($0) <= Self.longestLead ? .clock($0) : nil }
        default: refusal = nil
        }
    }

    private static func challengedError(_ response: TransportResponse) -> String? {
        guard response.status == .unauthorized else { return nil }
        return AuthenticationChallenge.all(in: response.head.headerFields[values: .wwwAuthenticate])
            .first { $0.isScheme("DPoP") && $0["error"] != nil }?["error"]
    }

    private static func answeredError(_ response: TransportResponse) -> String? {
        guard response.status == .badRequest || response.status == .unauthorized else { return nil }
        return ServerError(status: response.status.code, body: response.body).code.rawValue
    }

    /// Whether a text has the form of a nonce. §8.1
    private static func isNonce(_ text: String) -> Bool {
        (1...1024).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
    }

    /// A clock that is wrong by more than a day must be set: certificates and tokens cannot be judged by it either.
    private static let longestLead: TimeInterval = 86_400
}
