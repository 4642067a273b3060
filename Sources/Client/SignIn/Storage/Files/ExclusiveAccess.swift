// SPDX-License-Identifier: Apache-2.0
/// Lets one task of this program at a time use a key, in order of arrival.
package actor ExclusiveAccess<Key: Hashable & Sendable> {
    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private var waiting: [Key: [Waiter]] = [:]
    private var numbers = 0

    package init() {}

    package nonisolated func run<Result: Sendable>(
        for key: Key, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await enter(key)
        do {
            let result = try await body()
            await leave(key)
            return result
        } catch {
            await leave(key)
            throw error
        }
    }

    private func enter(_ key: Key) async throws {
        try Task.checkCancellation()
        guard waiting[key] != nil else {
            waiting[key] = []
            return
        }
        numbers += 1
        let number = numbers
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                // Already canceled: no other call would resume this task.
                if Task.isCancelled {
                    continuation.resume(throwing: CancellationError())
                } else {
                    waiting[key]?.append(Waiter(number: number, continuation: continuation))
                }
            }
        } onCancel: {
            Task { await self.giveUp(number, for: key) }
        }
    }

    /// A task that got its turn at the same moment is no longer in the queue, and continues.
    private func giveUp(_ number: Int, for key: Key) {
        guard let place = waiting[key]?.firstIndex(where: { $0.number == number }) else { return }
        waiting[key]?.remove(at: place).continuation.resume(throwing: CancellationError())
    }

    private func leave(_ key: Key) {
        guard let next = waiting[key]?.first else {
            waiting[key] = nil
            return
        }
        waiting[key]?.removeFirst()
        next.continuation.resume()
    }
}
