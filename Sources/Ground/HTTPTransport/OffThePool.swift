// SPDX-License-Identifier: Apache-2.0
import Dispatch
import PortableFoundation
import Synchronization

/// Runs blocking work off the cooperative pool, since waiting for a disk or a lock would block other tasks.
package func offThePool<Result: Sendable>(
    as kind: BlockingWork = .waiting, _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        kind.add { continuation.resume(with: Swift.Result { try work() }) }
    }
}

package final class BlockingWork: Sendable {
    /// Work that waits for disks, locks and name resolution; at most 32 threads.
    package static let waiting = BlockingWork(limit: 32)
    /// Work that occupies a core for milliseconds; one thread per core.
    package static let computing = BlockingWork(limit: ProcessInfo.processInfo.activeProcessorCount)

    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var threadCount = 0
    }

    let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    var threadCount: Int { state.withLock(\.threadCount) }

    func add(_ work: @escaping @Sendable () -> Void) {
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
