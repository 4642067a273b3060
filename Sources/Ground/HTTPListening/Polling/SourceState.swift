// SPDX-License-Identifier: Apache-2.0

struct Waiter: Sendable {
    // Unsafe for speed, since each request waits. The function that takes a waiter out of the state resumes it, so it
    // is resumed once.
    let continuation: UnsafeContinuation<Outcome, Never>
    let deadline: Deadline
    let id: UInt32
}

typealias Resumption = (waiter: Waiter, outcome: Outcome)

/// The readiness of a socket and its waiters: the rules of ``Source``, without locks and system calls.
struct SourceState: Sendable {
    /// The readiness from events, except that which a call used up; a new socket is writable.
    private var readiness: Readiness = .writable
    /// The number of events, to notice one that comes during a system call.
    private(set) var eventCount: UInt32 = 0
    private var reader: Waiter?
    private var writer: Waiter?
    private var watchers: [Waiter] = []
    private var lastWatcherID: UInt32 = 0
    private var timer = Deadline.never
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

    /// Returns the time of the next heap entry; `nil` if no waiter has a deadline, or if `entry` is stale.
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

    mutating func enter() -> Bool {
        guard !isClosed else { return false }
        callCount += 1
        return true
    }

    /// Records the end of a system call; removes the readiness that it used up unless an event came meanwhile.
    ///
    /// Returns whether the socket is closed, and no call needs its descriptor any more.
    mutating func leave(used: Readiness, since count: UInt32) -> Bool {
        // After a hang-up, reads return what is left and then the end, without another event.
        if eventCount == count, used == .writable || !readiness.contains(.hungUp) { readiness.subtract(used) }
        callCount -= 1
        return isClosed && callCount == 0
    }

    mutating func drain() -> [Waiter] {
        isDraining = true
        return isAnswering ? [] : takeAll()
    }

    mutating func interrupt() -> [Waiter] {
        isInterrupted = true
        return takeAll()
    }

    /// `nil` if already closed; the caller then counts as a system call, which ``leave(used:since:)`` ends.
    mutating func close() -> [Waiter]? {
        guard enter() else { return nil }
        isClosed = true
        task = nil
        return interrupt()
    }
}
