// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Counts open connections up to a limit: accept loops wait for room, and a drain waits for the last one to end.
final class ConnectionCount: Sendable {
    private struct State {
        var open = 0
        var isDraining = false
        var waitingForRoom: [CheckedContinuation<Void, Never>] = []
        var waitingForLast: [CheckedContinuation<Void, Never>] = []
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    var open: Int { state.withLock(\.open) }
    var waiting: Int { state.withLock { $0.waitingForRoom.count } }

    func waitForRoom() async {
        guard state.withLock({ $0.open >= limit }) else { return }
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.open >= limit, !state.isDraining else { return true }
                state.waitingForRoom.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    func enter() -> Bool {
        state.withLock { state in
            state.open += 1
            return state.isDraining
        }
    }

    func leave() {
        let resumed = state.withLock { state in
            state.open -= 1
            let first = state.waitingForRoom.isEmpty ? nil : state.waitingForRoom.removeFirst()
            defer { if state.open == 0 { state.waitingForLast = [] } }
            return (state.open == 0 ? state.waitingForLast : []) + [first].compactMap(\.self)
        }
        for continuation in resumed { continuation.resume() }
    }

    func drain() {
        let resumed = state.withLock { state in
            defer { state.waitingForRoom = [] }
            state.isDraining = true
            return state.waitingForRoom
        }
        for continuation in resumed { continuation.resume() }
    }

    func waitForLast() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.open > 0 else { return true }
                state.waitingForLast.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }
}
