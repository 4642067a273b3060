// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import PortableFoundation
import Synchronization

/// The servers that check proofs: their latest nonces, and how far their clocks are from ours.
///
/// A nonce of one server is worth nothing at another. The servers used least lately are forgotten.
///
/// RFC 9449 §8, §9
package final class DPoPServers: Sendable {
    /// The nonce and the clock of one server.
    struct Server: Equatable {
        /// The nonce for the next proof.
        var nonce: String?
        /// How far the server's clock is ahead of ours.
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

    /// The most servers to remember.
    static let capacity = 100

    private let state = Mutex(State())

    package init() {}

    /// The nonce and the clock of a server, as far as it has told them.
    func server(at origin: String) -> Server { state.withLock { $0.use(origin) } }

    /// Remembers the nonce and the time in a response, and judges whether another proof can help.
    ///
    /// - Returns: The reason that another proof removes; `nil` if none helps.
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
                // A demand without another nonce than the one that was sent would repeat.
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

    /// `Date` has whole seconds, and the response was under way: a smaller difference explains no refusal.
    private static let leastCorrection: TimeInterval = 5
}
