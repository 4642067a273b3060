// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Only tests move this clock.
final class ManualClock: Sendable {
    private struct State {
        var now = Duration.zero
        var numbers = 0
        var begun = 0
        var sleepers: [Int: (deadline: Duration, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// Waits until the test has moved the time this far.
    func pause(_ duration: Duration) async throws {
        let deadline = state.withLock { $0.now + duration }
        let number = state.withLock { state in
            state.numbers += 1
            return state.numbers
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled || state.now >= deadline { return true }
                    state.sleepers[number] = (deadline, continuation)
                    return false
                }
                if isOver { continuation.resume(with: Result { try Task.checkCancellation() }) }
                tellWatchers()
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now += duration
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// Waits until this many sleepers have started, in total.
    func hasBegun(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.begun >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Counts a sleeper once it is registered, so that ``advance(by:)`` cannot miss it.
    private func tellWatchers() {
        let woken = state.withLock { state in
            state.begun += 1
            let begun = state.begun
            let woken = state.watchers.filter { $0.count <= begun }
            state.watchers.removeAll { $0.count <= begun }
            return woken
        }
        for watcher in woken { watcher.continuation.resume() }
    }
}
