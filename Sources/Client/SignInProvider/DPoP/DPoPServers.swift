// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPTransport
import OAuthMessages
package import PortableFoundation
import Synchronization

/// The latest nonces and clock offsets of servers that check proofs; a nonce is valid at its own server only. RFC 9449
/// §8, §9
package final class DPoPServers: Sendable {
    struct Server: Equatable {
        var nonce: String?
        /// The seconds that the server's clock is ahead of ours.
        var clockLead: TimeInterval = 0
    }

    private struct Entry {
        var server: Server
        var usedAt: UInt64
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var uses: UInt64 = 0

        mutating func use(_ origin: String) -> Server {
            uses += 1
            entries[origin]?.usedAt = uses
            return entries[origin]?.server ?? Server()
        }

        mutating func keep(_ server: Server, at origin: String) {
            uses += 1
            entries[origin] = Entry(server: server, usedAt: uses)
            guard entries.count > DPoPServers.capacity,
                let oldest = entries.min(by: { $0.value.usedAt < $1.value.usedAt })
            else { return }
            entries[oldest.key] = nil
        }
    }

    /// The least recently used servers beyond this number are forgotten.
    static let capacity = 100

    private let state = Mutex(State())

    package init() {}

    func server(at origin: String) -> Server { state.withLock { $0.use(origin) } }

    func learn(
        from response: TransportResponse, of origin: String, to proved: Server, presentingToken presentsToken: Bool,
        now: Date
    ) -> DPoPRetryReason? {
        let answer = DPoPResponse(response, presentingToken: presentsToken, now: now)
        guard answer.nonce != nil || answer.refusal != nil else { return nil }
        return state.withLock { state in
            var server = state.entries[origin]?.server ?? Server()
            if let nonce = answer.nonce { server.nonce = nonce }
            let helpful = answer.refusal.flatMap { refusal -> DPoPRetryReason? in
                switch refusal {
                // Without a different nonce, the retry would fail the same way.
                case .nonce: return answer.nonce.map { $0 != proved.nonce } == true ? .nonce : nil
                case .clock(let lead):
                    guard abs(lead - proved.clockLead) >= Self.leastCorrection else { return nil }
                    server.clockLead = lead
                    return refusal
                }
            }
            if server != state.entries[origin]?.server { state.keep(server, at: origin) }
            return helpful
        }
    }

    /// `Date` has whole seconds, and the response was in transit: a smaller difference explains no rejection.
    private static let leastCorrection: TimeInterval = 5
}

/// A reason for rejecting a proof that another proof can remove.
package enum DPoPRetryReason: Hashable {
    case nonce
    /// The proof seems too old or too new, because the server's clock is ahead of ours by this many seconds.
    case clock(TimeInterval)
}

/// RFC 9449 §5, §7.1, §8, §9.
package struct DPoPResponse: Equatable {
    /// The nonce for the next proof; any response may contain one.
    package let nonce: String?
    package let refusal: DPoPRetryReason?

    /// An API rejects a token with a challenge, a provider rejects a client with an error in JSON.
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

    /// RFC 9449 §8.1.
    private static func isNonce(_ text: String) -> Bool {
        (1...1024).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
    }

    /// A clock that is off by more than a day must be set: certificates and tokens cannot be validated with it either.
    private static let longestLead: TimeInterval = 86_400
}
