// SPDX-License-Identifier: Apache-2.0
import DPoP
import PortableFoundation
import Synchronization
import SystemCryptography

/// The proofs of the last minutes, so that none is accepted twice.
///
/// A full window refuses new proofs until old ones expire, and never drops one that would still be accepted. Only
/// requests with a valid token get here. RFC 9449 §11.1
final class ReplayWindow: Sendable {
    enum Outcome: Sendable {
        case new, used, full
    }

    /// Half of a hash: enough to avoid collisions, in a sixth of the memory of text.
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
        /// When `recent` began to fill; after the freshness period, it becomes `older`.
        var start = Date.distantPast
        var recent: Set<Name> = []
        var older: Set<Name> = []
    }

    private let state = Mutex(State())
    let capacity: Int

    /// - Parameter capacity: The maximum number of proofs; each takes about 32 bytes.
    init(capacity: Int = 200_000) { self.capacity = capacity }

    /// Records a proof; of two concurrent requests with the same one, only one gets `new`.
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
