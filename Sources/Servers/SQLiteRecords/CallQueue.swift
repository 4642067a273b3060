// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Synchronization
internal import SystemThreads

/// Threads are started on demand, at most one per connection: a blocking call must not run on the cooperative pool,
/// whose threads are as few as the machine's cores.
final class CallQueue: Sendable {
    enum Executor: Sendable {
        /// The queue's own threads; `start` returns `false` if it cannot start one.
        case threads(count: Int, start: @Sendable (_ body: @escaping @Sendable () -> Void) -> Bool)
        /// A serial queue, which takes one of Dispatch's threads only while calls wait.
        case dispatch(DispatchQueue)
    }

    private struct State {
        var calls: [any PendingCall] = []
        var workers: Set<Int> = []
        var threads: Set<UInt> = []
        var idleCount = 0
        var isStopped = false
    }

    private enum Reaction {
        case none, wakeWorker, refuse
        case startWorker(index: Int)
    }

    private let executor: Executor
    private let sharesTransactions: Bool
    /// Begins, runs and finishes calls; a worker's index is less than the number of threads.
    private let carryOut: @Sendable (_ group: [any PendingCall], _ worker: Int) -> Void
    private let state = Mutex(State())
    private let wakeUp = DispatchSemaphore(value: 0)
    private let runningWorkers = DispatchGroup()

    init(
        on executor: Executor, sharesTransactions: Bool,
        carryOut: @escaping @Sendable (_ group: [any PendingCall], _ worker: Int) -> Void
    ) {
        self.executor = executor
        self.sharesTransactions = sharesTransactions
        self.carryOut = carryOut
    }

    var count: Int { state.withLock { $0.calls.count } }

    /// Whether this is a thread of the queue, which must not wait for its end.
    var isWorking: Bool { state.withLock { $0.threads.contains(SystemThread.current) } }

    func add(_ call: some PendingCall) {
        switch state.withLock({ react(to: call, &$0) }) {
        case .none: break
        case .wakeWorker: wakeUp.signal()
        case .startWorker(let index): startWorker(index)
        case .refuse: Self.refuse([call], DatabaseError.closed)
        }
    }

    private static func refuse(_ calls: [any PendingCall], _ error: DatabaseError) {
        for call in calls where call.begin() { call.finish(throwing: error) }
    }

    private func react(to call: some PendingCall, _ state: inout State) -> Reaction {
        guard !state.isStopped else { return .refuse }
        state.calls.append(call)
        if state.idleCount > 0 {
            state.idleCount -= 1
            return .wakeWorker
        }
        let limit = if case .threads(let count, _) = executor { count } else { 1 }
        guard let index = (0..<limit).first(where: { !state.workers.contains($0) }) else { return .none }
        runningWorkers.enter()
        state.workers.insert(index)
        return .startWorker(index: index)
    }

    private func startWorker(_ index: Int) {
        switch executor {
        case .dispatch(let queue): queue.async { [self] in work(index) }
        case .threads(_, let start):
            if !start({ [self] in work(index) }) { giveUpWorker(index) }
        }
    }

    /// Also fails the calls if no worker is left.
    private func giveUpWorker(_ index: Int) {
        let calls: [any PendingCall] = state.withLock { state in
            state.workers.remove(index)
            guard state.workers.isEmpty else { return [] }
            defer { state.calls = [] }
            return state.calls
        }
        Self.refuse(calls, DatabaseError.noThread)
        runningWorkers.leave()
    }

    private func work(_ index: Int) {
        state.withLock { _ = $0.threads.insert(SystemThread.current) }
        while let group = next(index) { carryOut(group, index) }
        state.withLock { _ = $0.threads.remove(SystemThread.current) }
        runningWorkers.leave()
    }

    private func next(_ index: Int) -> [any PendingCall]? {
        while true {
            let (group, waits): ([any PendingCall]?, Bool) = state.withLock { state in
                if !state.calls.isEmpty { return (takeGroup(&state.calls), false) }
                guard case .threads = executor, !state.isStopped else {
                    state.workers.remove(index)
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

    /// Runs the waiting calls, refuses later ones, and returns once the threads have ended.
    func stop() {
        let idleCount = state.withLock { state in
            state.isStopped = true
            defer { state.idleCount = 0 }
            return state.idleCount
        }
        for _ in 0..<idleCount { wakeUp.signal() }
        runningWorkers.wait()
    }
}
