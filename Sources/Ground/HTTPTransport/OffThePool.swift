// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation
import Synchronization

/// Runs blocking work off the cooperative pool: waiting for a disk or a lock must not hold up other tasks.
package func offThePool<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await offThePool(.waiting, work)
}

/// Runs blocking work of a kind off the cooperative pool.
package func offThePool<Result: Sendable>(
    _ kind: BlockingWork, _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        kind.add { continuation.resume(with: Swift.Result { try work() }) }
    }
}

/// A kind of blocking work, of which so much runs at once; the rest waits for its turn.
package final class BlockingWork: Sendable {
    /// For disks, locks and names.
    package static let waiting = BlockingWork(limit: 32)
    /// What keeps a core busy for milliseconds.
    package static let computing = BlockingWork(limit: ProcessInfo.processInfo.activeProcessorCount)

    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var threadCount = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    private init(limit: Int) { self.limit = limit }

    fileprivate func add(_ work: @escaping @Sendable () -> Void) {
        let mustStart = state.withLock { state in
            state.waiting.append(work)
            guard state.threadCount < limit else { return false }
            state.threadCount += 1
            return true
        }
        if mustStart { DispatchQueue.global().async { [self] in while let work = next() { work() } } }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.threadCount -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
