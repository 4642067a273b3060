// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Sends the events of accounts to every listener.
final class AccountEvents: Sendable {
    private struct Listeners {
        var next = 0
        var continuations: [Int: AsyncStream<AccountEvent>.Continuation] = [:]
    }

    private let listeners = Mutex(Listeners())

    /// Every event from now on.
    ///
    /// A slow listener loses the oldest events.
    func stream() -> AsyncStream<AccountEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: AccountEvent.self, bufferingPolicy: .bufferingNewest(256))
        let number = listeners.withLock { listeners in
            listeners.next += 1
            listeners.continuations[listeners.next] = continuation
            return listeners.next
        }
        continuation.onTermination = { [weak self] _ in
            // Released outside the lock: the end of the continuation may call back here.
            _ = self?.listeners.withLock { $0.continuations.removeValue(forKey: number) }
        }
        return stream
    }

    /// Sends an event to all current listeners.
    func send(_ event: AccountEvent) {
        for continuation in listeners.withLock({ Array($0.continuations.values) }) { continuation.yield(event) }
    }

    deinit {
        for continuation in listeners.withLock({ Array($0.continuations.values) }) { continuation.finish() }
    }
}
