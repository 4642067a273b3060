// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Foundation
internal import Synchronization

/// Calls that wait for connections, and the threads that carry them out: none before there is a call, never more than
/// there are connections.
///
/// A blocking call must not run on the cooperative pool, whose threads are as few as the machine's cores.
final class CallQueue: Sendable {
    /// What carries out calls.
    enum Executor: Sendable {
        /// Threads of the queue's own, with a name.
        case threads(String, count: Int)
        /// A serial queue, which takes a thread of Dispatch's only while calls wait.
        case dispatch(DispatchQueue)
    }

    private struct State {
        var calls: [any PendingCall] = []
        /// The workers that have begun and not ended.
        var workerCount = 0
        /// The workers that wait and were not woken.
        var idleCount = 0
        var isStopped = false
    }

    private enum Reaction {
        case none, wakeWorker, refuse
        case startWorker(index: Int)
    }

    private let executor: Executor
    private let sharesTransactions: Bool
    private let carryOut: @Sendable (_ group: [any PendingCall], _ worker: Int) -> Void
    private let state = Mutex(State())
    private let wakeUp = DispatchSemaphore(value: 0)
    private let workers = DispatchGroup()

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - executor: What carries out the calls.
    ///   - sharesTransactions: Whether calls that wait are carried out together, except those that are to be alone.
    ///   - carryOut: Begins calls, runs and finishes them; a worker's index is less than the number of threads.
    init(
        on executor: Executor, sharesTransactions: Bool,
        carryOut: @escaping @Sendable (_ group: [any PendingCall], _ worker: Int) -> Void
    ) {
        self.executor = executor
        self.sharesTransactions = sharesTransactions
        self.carryOut = carryOut
    }

    /// How many calls wait.
    var count: Int { state.withLock { $0.calls.count } }

    /// Whether a thread of the queue's own has begun.
    var hasThreads: Bool {
        guard case .threads = executor else { return false }
        return state.withLock { $0.workerCount > 0 }
    }

    /// Adds a call.
    ///
    /// After ``stop()``, the call finishes with ``DatabaseError/closed``.
    func add(_ call: some PendingCall) {
        switch state.withLock({ react(to: call, &$0) }) {
        case .none: break
        case .wakeWorker: wakeUp.signal()
        case .startWorker(let index): startWorker(index)
        case .refuse: if call.begin() { call.finish(throwing: DatabaseError.closed) }
        }
    }

    private func react(to call: some PendingCall, _ state: inout State) -> Reaction {
        guard !state.isStopped else { return .refuse }
        state.calls.append(call)
        if state.idleCount > 0 {
            state.idleCount -= 1
            return .wakeWorker
        }
        let limit = if case .threads(_, let count) = executor { count } else { 1 }
        guard state.workerCount < limit else { return .none }
        workers.enter()
        state.workerCount += 1
        return .startWorker(index: state.workerCount - 1)
    }

    private func startWorker(_ index: Int) {
        switch executor {
        case .dispatch(let queue): queue.async { [self] in work(index) }
        case .threads(let name, _):
            let thread = Thread { [self] in work(index) }
            thread.name = name
            // Darwin's default of 512 KiB is little for SQLite's parser above nested JSON.
            thread.stackSize = 4 << 20
            thread.start()
        }
    }

    private func work(_ index: Int) {
        while let group = next() { carryOut(group, index) }
        workers.leave()
    }

    /// Waits for calls; `nil` if the worker is to end.
    private func next() -> [any PendingCall]? {
        while true {
            let (group, waits): ([any PendingCall]?, Bool) = state.withLock { state in
                if !state.calls.isEmpty { return (takeGroup(&state.calls), false) }
                guard case .threads = executor, !state.isStopped else {
                    state.workerCount -= 1
                    return (nil, false)
                }
                state.idleCount += 1
                return (nil, true)
            }
            guard waits else { return group }
            wakeUp.wait()
        }
    }

    private func takeGroup(_ calls: inout [any PendingCall]) -> [any PendingCall] {
        var count = 1
        if sharesTransactions, !calls[0].isAlone { count = calls.firstIndex { $0.isAlone } ?? calls.count }
        defer { calls.removeFirst(count) }
        return Array(calls.prefix(count))
    }

    /// Carries out the calls that wait, refuses others, and ends the threads; returns once all that is done.
    func stop() {
        let idleCount = state.withLock { state in
            state.isStopped = true
            defer { state.idleCount = 0 }
            return state.idleCount
        }
        for _ in 0..<idleCount { wakeUp.signal() }
        workers.wait()
    }
}
