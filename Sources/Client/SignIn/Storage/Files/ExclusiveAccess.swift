// SPDX-License-Identifier: Apache-2.0
/// Lets one task of this program at a time work on a thing, in the order in which they came.
actor ExclusiveAccess<Key: Hashable & Sendable> {
    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    /// Things that are in use, each with those who wait for it.
    private var waiting: [Key: [Waiter]] = [:]
    private var numbers = 0

    /// Runs `body` while no other task runs one for the same thing.
    ///
    /// - Throws: `CancellationError` while it waits; what `body` throws.
    nonisolated func run<Result: Sendable>(
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
                // Cancelled already: nobody would come to wake it.
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

    /// A waiter who was handed the thing in the same moment is not there any more, and goes on.
    private func giveUp(_ number: Int, for key: Key) {
        guard let place = waiting[key]?.firstIndex(where: { $0.number == number }) else { return }
        waiting[key]?.remove(at: place).continuation.resume(throwing: CancellationError())
    }

    /// Hands the thing to whoever waits longest.
    private func leave(_ key: Key) {
        guard let next = waiting[key]?.first else {
            waiting[key] = nil
            return
        }
        waiting[key]?.removeFirst()
        next.continuation.resume()
    }
}
