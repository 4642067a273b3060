// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Tells every listener what happens to accounts.
final class AccountEvents: Sendable {
    private struct Listeners {
        var next = 0
        var continuations: [Int: AsyncStream<AccountEvent>.Continuation] = [:]
    }

    private let listeners = Mutex(Listeners())

    /// Every event from now on.
    ///
    /// A listener that does not keep up loses the oldest ones.
    func stream() -> AsyncStream<AccountEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: AccountEvent.self, bufferingPolicy: .bufferingNewest(256))
        let number = listeners.withLock { listeners in
            listeners.next += 1
            listeners.continuations[listeners.next] = continuation
            return listeners.next
        }
        continuation.onTermination = { [weak self] _ in
            // What is taken out is let go after the lock: its end may call back here.
            _ = self?.listeners.withLock { $0.continuations.removeValue(forKey: number) }
        }
        return stream
    }

    /// Tells all who listen now.
    func send(_ event: AccountEvent) {
        for continuation in listeners.withLock({ Array($0.continuations.values) }) { continuation.yield(event) }
    }

    deinit {
        for continuation in listeners.withLock({ Array($0.continuations.values) }) { continuation.finish() }
    }
}
