// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets
import Dispatch
import Synchronization
import SystemThreads

/// Threads that wait for sockets, and run the tasks that waited.
///
/// There are two, and more when both are busy, up to one for each core and 32: if a handler blocks its thread, the
/// others still serve all sockets. The thread that finds an event usually runs the task, too, so that a request changes
/// no thread. No thread holds a lock while it resumes tasks. A poller serves one listener.
package final class Poller: TaskExecutor {
    private struct Table {
        var sources = SourceTable()
        var deadlines = DeadlineHeap()
    }

    private let selector: any Selector
    private let queue = Mutex(JobQueue<UnownedJob>(unstarted: min(Int(ct_processors()), 32) - 2))
    private let threads = Mutex(0)
    private let running = DispatchGroup()
    private let table = Mutex(Table())

    init(_ selector: any Selector) { self.selector = selector }

    /// `nil` if the system has no descriptor left.
    package static func system() -> Poller? {
        #if os(Linux)
        EpollSelector().map { Poller($0) }
        #else
        PollSelector().map { Poller($0) }
        #endif
    }

    var isRunning: Bool { threads.withLock { $0 == 2 } && !queue.withLock(\.isStopped) }

    /// Starts two threads, which retain the poller until ``stop()``; if one fails, ``Listener/listen(_:_:)`` throws.
    package func start() {
        threads.withLock { while $0 < 2, startThread() { $0 += 1 } }
    }

    private func startThread() -> Bool {
        running.enter()
        if SystemThread.start("HTTP sockets", { [self] in run() }) { return true }
        running.leave()
        return false
    }

    /// Ends the threads once they have no job; end all tasks on them first, since one that is resumed later never runs.
    package func stop() {
        queue.withLock { $0.isStopped = true }
        selector.wake()
    }

    /// Waits until the threads have ended after ``stop()``: then their tasks have released what they held.
    package func waitForEnd() async {
        await withCheckedContinuation { end in running.notify(queue: .global()) { end.resume() } }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if queue.withLock({ $0.add(job) }) { selector.wake() }
    }

    /// Watches a socket, which the source closes from now on; `nil` if the system refuses, and the caller keeps it.
    package func register(_ descriptor: Int32) -> Source? {
        let (source, token) = table.withLock { table in
            table.sources.insert { Source(descriptor: descriptor, poller: self, token: $0) }
        }
        guard selector.add(descriptor, token: token) else {
            table.withLock { $0.sources.remove(token) }
            return nil
        }
        return source
    }

    func remove(_ token: Token) {
        if selector.remove(token) { restartWait() }
        table.withLock { $0.sources.remove(token) }
    }

    var sources: [Source] { table.withLock { $0.sources.sources } }

    /// Records a wait; `timer` is a new entry for the ``DeadlineHeap``, or `nil` if the socket's comes early enough.
    func noteWait(_ token: Token, _ interest: Interest, timer: Deadline?) {
        var mustWake = selector.arm(token, for: interest.readiness)
        if let timer {
            // The timer is set under the lock, so that it is the earliest deadline.
            table.withLock { table in
                if table.deadlines.insert(timer, token), selector.setTimer(timer) { mustWake = true }
            }
        }
        if mustWake { restartWait() }
    }

    private func restartWait() {
        if queue.withLock({ $0.claimReturn() }) { selector.wake() }
    }

    // MARK: The threads

    private func run() {
        defer { running.leave() }
        let executor = asUnownedTaskExecutor()
        var (events, resumed): ([Event], [Resumption]) = ([], [])
        var count = 0
        while true {
            switch queue.withLock({ $0.next(after: count) }) {
            case .run(let job, let help):
                if help == .wake { selector.wake() }
                // Without another thread, this one looks for events between jobs.
                if help == .start { _ = startThread() }
                job.runSynchronously(on: executor)
                count += 1
                continue
            case .wait(let isLooking): selector.wait(isLooking: isLooking, into: &events)
            // The next thread ends, too.
            case .end: return selector.wake()
            }
            count = 0
            queue.withLock { $0.haveReturned() }
            deliver(&events, &resumed)
            expire(until: .now, &resumed)
            for (waiter, outcome) in resumed { waiter.continuation.resume(returning: outcome) }
            resumed.removeAll(keepingCapacity: true)
            queue.withLock { $0.haveResumed() }
        }
    }

    private func deliver(_ events: inout [Event], _ resumed: inout [Resumption]) {
        let sources = table.withLock { table in events.map { table.sources[$0.token] } }
        for (source, event) in zip(sources, events) { source?.fired(event.readiness, &resumed) }
        events.removeAll(keepingCapacity: true)
    }

    private func expire(until now: Deadline, _ resumed: inout [Resumption]) {
        var hasExpired = false
        while let entry = table.withLock({ $0.deadlines.popFirst(until: now) }) {
            hasExpired = true
            let source = table.withLock { $0.sources[entry.token] }
            if let next = source?.expire(entry.deadline, now: now, &resumed) {
                _ = table.withLock { $0.deadlines.insert(next, entry.token) }
            }
        }
        if hasExpired, table.withLock({ selector.setTimer($0.deadlines.first ?? .never) }) { restartWait() }
    }
}
