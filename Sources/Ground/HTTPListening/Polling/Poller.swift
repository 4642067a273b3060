// SPDX-License-Identifier: Apache-2.0
import Synchronization
import SystemThreads

/// One thread that waits for sockets on behalf of suspended tasks.
///
/// The thread runs no handler, and holds no lock while it resumes tasks. A listener has a poller of its own.
package final class Poller: Sendable {
    private struct Thread {
        var isStarted = false
        var isStopped = false
        var isAsleep = false
    }
    private struct Table {
        var sources = SourceTable()
        var deadlines = DeadlineHeap()
    }

    private let selector: any Selector
    private let thread = Mutex(Thread())
    private let table = Mutex(Table())

    /// Creates a poller that waits with a selector.
    init(_ selector: any Selector) { self.selector = selector }

    /// Creates a poller with the best selector of the system; `nil` if the system has no descriptor left.
    package static func system() -> Poller? {
        #if os(Linux)
        EpollSelector().map { Poller($0) }
        #else
        PollSelector().map { Poller($0) }
        #endif
    }

    /// Whether the thread was started, and not stopped.
    var isRunning: Bool { thread.withLock { $0.isStarted && !$0.isStopped } }

    /// Starts the thread, which keeps the poller alive until ``stop()``.
    ///
    /// If no thread can be started, ``Listener/listen(_:_:)`` fails.
    package func start() {
        let isFirst = thread.withLock { thread in
            defer { thread.isStarted = true }
            return !thread.isStarted && !thread.isStopped
        }
        guard isFirst else { return }
        guard !SystemThread.start("HTTP sockets", { [self] in run() }) else { return }
        thread.withLock { $0.isStopped = true }
    }

    /// Ends the thread.
    ///
    /// Tasks that still wait are never resumed: close their sockets first.
    package func stop() {
        thread.withLock { $0.isStopped = true }
        selector.wake()
    }

    /// Watches a socket, which the source closes from now on.
    ///
    /// - Returns: The source; `nil` if the system refuses, and then the socket is still the caller's.
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

    /// Stops watching a socket.
    func remove(_ token: Token) {
        if selector.remove(token) { wakeIfAsleep() }
        table.withLock { $0.sources.remove(token) }
    }

    /// All sockets.
    var sources: [Source] { table.withLock { $0.sources.sources } }

    /// Notes that a task waits at a socket.
    ///
    /// - Parameters:
    ///   - token: The socket.
    ///   - interest: What the task waits for.
    ///   - timer: A new entry for the ``DeadlineHeap``; `nil` if that of the socket comes early enough.
    func noteWait(_ token: Token, _ interest: Interest, timer: Deadline?) {
        var mustWake = selector.arm(token, for: interest.readiness)
        if let timer, table.withLock({ $0.deadlines.insert(timer, token) }) { mustWake = true }
        if mustWake { wakeIfAsleep() }
    }

    private func wakeIfAsleep() {
        let wasAsleep = thread.withLock { thread in
            defer { thread.isAsleep = false }
            return thread.isAsleep
        }
        if wasAsleep { selector.wake() }
    }

    // MARK: The thread

    private func run() {
        var events: [Event] = []
        var resumed: [Resumption] = []
        while true {
            // Asleep before the deadline is read: a task that then adds an earlier one wakes this thread.
            let isOver = thread.withLock { thread in
                thread.isAsleep = true
                return thread.isStopped
            }
            guard !isOver else { return }
            selector.wait(milliseconds: millisecondsToFirstDeadline, into: &events)
            thread.withLock { $0.isAsleep = false }
            deliver(&events, &resumed)
            expire(until: .now, &resumed)
            for (waiter, outcome) in resumed { waiter.continuation.resume(returning: outcome) }
            resumed.removeAll(keepingCapacity: true)
        }
    }

    /// The time to wait, rounded up; -1 without a deadline.
    private var millisecondsToFirstDeadline: Int32 {
        guard let first = table.withLock({ $0.deadlines.first }) else { return -1 }
        let now = Deadline.now
        guard first > now else { return 0 }
        return Int32(clamping: (first.nanoseconds - now.nanoseconds) / 1_000_000 + 1)
    }

    private func deliver(_ events: inout [Event], _ resumed: inout [Resumption]) {
        for event in events {
            let source = table.withLock { $0.sources[event.token] }
            source?.fired(event.readiness, &resumed)
        }
        events.removeAll(keepingCapacity: true)
    }

    private func expire(until now: Deadline, _ resumed: inout [Resumption]) {
        while let entry = table.withLock({ $0.deadlines.popFirst(until: now) }) {
            let source = table.withLock { $0.sources[entry.token] }
            if let next = source?.expire(entry.deadline, now: now, &resumed) {
                _ = table.withLock { $0.deadlines.insert(next, entry.token) }
            }
        }
    }
}
