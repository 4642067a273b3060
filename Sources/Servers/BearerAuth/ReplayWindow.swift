// SPDX-License-Identifier: Apache-2.0
import DPoP
import PortableFoundation
import Synchronization
import SystemCryptography

/// The proofs of the last minutes, so that none is accepted twice.
///
/// It never forgets a proof that would still be accepted: when it is full, new ones are refused until old ones expire.
/// Only requests with a good token come here. RFC 9449 §11.1
final class ReplayWindow: Sendable {
    /// Whether a proof is new, was used before, or finds no room.
    enum Outcome: Sendable {
        case new, used, full
    }

    /// Half of a hash: enough that no two proofs meet, and a sixth of the memory of a text.
    private struct Name: Hashable {
        let high: UInt64
        let low: UInt64

        init(_ text: String) {
            var text = text
            let hash = text.withUTF8 { SHA256.hash(data: UnsafeRawBufferPointer($0)) }
            (high, low) = hash.withUnsafeBytes {
                ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            }
        }
    }

    private struct State {
        /// When `recent` began to fill; after the time that a proof is fresh it becomes `older`.
        var start = Date.distantPast
        var recent: Set<Name> = []
        var older: Set<Name> = []
    }

    private let state = Mutex(State())
    let capacity: Int

    /// Creates an empty window.
    ///
    /// - Parameter capacity: The largest number of proofs; each takes about 32 bytes.
    init(capacity: Int = 200_000) {
        self.capacity = capacity
    }

    /// Takes a proof; of two concurrent requests with the same one, one alone gets `new`.
    func take(_ name: String, now: Date) -> Outcome {
        let name = Name(name)
        return state.withLock { state in
            let age = now.timeIntervalSince(state.start)
            if age >= DPoPJudge.freshness {
                // A proof older than two periods cannot be fresh.
                (state.older, state.recent) = (age >= 2 * DPoPJudge.freshness ? [] : state.recent, [])
                state.start = now
            }
            guard !state.recent.contains(name), !state.older.contains(name) else { return .used }
            guard state.recent.count + state.older.count < capacity else { return .full }
            state.recent.insert(name)
            return .new
        }
    }
}
