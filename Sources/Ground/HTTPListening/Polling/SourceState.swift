// SPDX-License-Identifier: Apache-2.0

/// A suspended task that waits at a socket.
struct Waiter: Sendable {
    // Unsafe for speed, since each request waits. The function that takes a waiter out of the state resumes it, so it
    // is resumed once.
    let continuation: UnsafeContinuation<Outcome, Never>
    let deadline: Deadline
    /// Tells the watchers of a socket apart.
    let id: UInt32
}

/// A waiter that was taken out of the state, and how its wait ended.
typealias Resumption = (waiter: Waiter, outcome: Outcome)

/// The readiness of a socket and its waiters: the rules of ``Source``, without lock and system call.
struct SourceState: Sendable {
    /// The readiness by the events, except what a call used up; a new socket is writable.
    private var readiness: Readiness = .writable
    /// The number of events, to notice one that comes during a system call.
    private(set) var eventCount: UInt32 = 0
    private var reader: Waiter?
    private var writer: Waiter?
    private var watchers: [Waiter] = []
    private var lastWatcherID: UInt32 = 0
    /// The time of the valid entry in the ``DeadlineHeap``.
    private var timer = Deadline.never
    /// The system calls on the descriptor that have not returned.
    private var callCount = 0

    var isAnswering = false
    private(set) var isDraining = false
    private(set) var isInterrupted = false
    private(set) var isClosed = false
    var task: Task<Void, Never>?

    var isWatched: Bool { !watchers.isEmpty }

    /// Whether a wait is over before it began, or has begun and may need a new entry in the ``DeadlineHeap``.
    enum Decision {
        case over(Outcome)
        case parked(timer: Deadline?)
    }

    /// Keeps a waiter, unless its wait is over at once.
    mutating func park(_ waiter: Waiter, for interest: Interest, isCancelled: Bool) -> Decision {
        if isInterrupted { return .over(.interrupted) }
        if !readiness.isDisjoint(with: interest.enough) {
            // A peer that always has bytes ready must not outlast the deadline.
            let isLate = waiter.deadline != .never && waiter.deadline <= .now
            return .over(isLate ? .timedOut : .ready)
        }
        if isDraining, !isAnswering { return .over(.draining) }
        if isCancelled { return .over(.cancelled) }
        switch interest {
        case .read:
            // Two readers would each get parts: the second gets nothing.
            guard reader == nil else { return .over(.interrupted) }
            reader = waiter
        case .write:
            guard writer == nil else { return .over(.interrupted) }
            writer = waiter
        case .hangUp: watchers.append(waiter)
        }
        guard waiter.deadline < timer else { return .parked(timer: nil) }
        timer = waiter.deadline
        return .parked(timer: timer)
    }

    mutating func makeWatcherID() -> UInt32 {
        lastWatcherID &+= 1
        return lastWatcherID
    }

    mutating func take(_ interest: Interest, id: UInt32 = 0) -> Waiter? {
        switch interest {
        case .read: return reader.take()
        case .write: return writer.take()
        case .hangUp: return watchers.firstIndex { $0.id == id }.map { watchers.remove(at: $0) }
        }
    }

    mutating func takeAll() -> [Waiter] {
        defer { watchers = [] }
        return [reader.take(), writer.take()].compactMap(\.self) + watchers
    }

    /// Adds what the poller found, and takes out those that waited for it.
    mutating func fired(_ events: Readiness, _ resumed: inout [Resumption]) {
        readiness.formUnion(events)
        eventCount &+= 1
        if !readiness.isDisjoint(with: Interest.read.enough), let reader = reader.take() {
            resumed.append((reader, .ready))
        }
        if readiness.contains(.writable), let writer = writer.take() { resumed.append((writer, .ready)) }
        if readiness.contains(.hungUp), !watchers.isEmpty {
            resumed += watchers.map { ($0, .ready) }
            watchers = []
        }
    }

    /// Takes out those whose deadline has passed.
    ///
    /// - Parameters:
    ///   - entry: The time of the heap's entry that has come up.
    ///   - now: The current time.
    ///   - resumed: The waiters taken out so far.
    /// - Returns: The time of the next entry; `nil` if no waiter has a deadline, or if the entry is stale.
    mutating func expire(_ entry: Deadline, now: Deadline, _ resumed: inout [Resumption]) -> Deadline? {
        guard entry == timer else { return nil }
        if let late = reader, late.deadline <= now {
            reader = nil
            resumed.append((late, .timedOut))
        }
        if let late = writer, late.deadline <= now {
            writer = nil
            resumed.append((late, .timedOut))
        }
        resumed += watchers.filter { $0.deadline <= now }.map { ($0, .timedOut) }
        watchers.removeAll { $0.deadline <= now }
        timer = watchers.map(\.deadline).min() ?? .never
        timer = min(timer, reader?.deadline ?? .never, writer?.deadline ?? .never)
        return timer == .never ? nil : timer
    }

    /// A system call on the descriptor begins; `false` if the socket is closed.
    mutating func enter() -> Bool {
        guard !isClosed else { return false }
        callCount += 1
        return true
    }

    /// A system call has returned.
    ///
    /// - Parameters:
    ///   - used: What it found used up, which is forgotten unless an event came meanwhile.
    ///   - count: The number of events before the call.
    /// - Returns: Whether the socket is closed, and no call needs its descriptor any more.
    mutating func leave(used: Readiness, since count: UInt32) -> Bool {
        // After a hang-up, reads return what is left and then the end, without another event.
        if eventCount == count, used == .writable || !readiness.contains(.hungUp) { readiness.subtract(used) }
        callCount -= 1
        return isClosed && callCount == 0
    }

    /// Begins the drain; takes out all waiters if no request is in progress.
    mutating func drain() -> [Waiter] {
        isDraining = true
        return isAnswering ? [] : takeAll()
    }

    /// Ends all waits, including later ones.
    mutating func interrupt() -> [Waiter] {
        isInterrupted = true
        return takeAll()
    }

    /// Closes the socket; from now on its caller counts as a system call, which ``leave(used:since:)`` ends.
    ///
    /// - Returns: The waiters; `nil` if the socket was closed before.
    mutating func close() -> [Waiter]? {
        guard enter() else { return nil }
        isClosed = true
        task = nil
        return interrupt()
    }
}
