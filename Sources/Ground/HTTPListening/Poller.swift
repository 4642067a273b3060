// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets
import Synchronization

package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    package static let readable = Readiness(rawValue: 1), writable = Readiness(rawValue: 2),
        hungUp = Readiness(rawValue: 4)
}
package struct Event: Sendable { package var token: UInt64 = 0, ready: Readiness = [] }

/// The seam: what waits for sockets. Token 0 is the selector's own.
package protocol Selector: Sendable {
    func add(_ descriptor: Int32, token: UInt64) -> Bool
    /// Whether the selector must be woken: poll(2) holds what it waits for, and a close of it sends no FIN until poll returns.
    func remove(_ descriptor: Int32, token: UInt64) -> Bool
    /// Whether the selector must be woken to see it.
    func arm(_ token: UInt64, for interest: Readiness) -> Bool
    func wait(milliseconds: Int32, into found: inout [Event])
    func wake()
}

#if os(Linux)
/// Registered once, edge-triggered, for everything: no system call a wait, and a client that goes is noticed for nothing.
package final class EpollSelector: Selector {
    private let epoll: Int32, ends: (read: Int32, write: Int32)
    package init?() {
        var pipe: [Int32] = [-1, -1]
        epoll = ct_epoll_create()
        guard epoll >= 0, ct_pipe(&pipe) >= 0 else { return nil }
        ends = (pipe[0], pipe[1])
        guard ct_epoll_add(epoll, ends.read, 0) >= 0 else { return nil }
    }
    deinit { for fd in [epoll, ends.read, ends.write] { ct_close(fd) } }
    package func add(_ descriptor: Int32, token: UInt64) -> Bool { ct_epoll_add(epoll, descriptor, token) >= 0 }
    package func remove(_ descriptor: Int32, token: UInt64) -> Bool { false }  // close(2) does it
    package func arm(_ token: UInt64, for interest: Readiness) -> Bool { false }
    package func wake() { ct_signal(ends.write) }
    package func wait(milliseconds: Int32, into found: inout [Event]) {
        withUnsafeTemporaryAllocation(of: ct_event.self, capacity: 256) { events in
            guard let base = events.baseAddress else { return }
            for i in 0..<Int(ct_epoll_wait(epoll, base, 256, milliseconds)) {  // at most 256 of them are set
                if events[i].token == 0 {
                    ct_settle(ends.read)
                } else {
                    found.append(Event(token: events[i].token, ready: Readiness(rawValue: events[i].ready)))
                }
            }
        }
    }
}
#endif

/// poll(2), for every other system: armed for each wait, and a client that goes is found by peeking.
package final class PollSelector: Selector {
    private struct Entry { var descriptor: Int32, interest: Readiness = [] }
    private let entries = Mutex<[UInt64: Entry]>([:])
    private let ends: (read: Int32, write: Int32)
    package init?() {
        var pipe: [Int32] = [-1, -1]
        guard ct_pipe(&pipe) >= 0 else { return nil }
        ends = (pipe[0], pipe[1])
    }
    deinit {
        ct_close(ends.read)
        ct_close(ends.write)
    }
    package func add(_ descriptor: Int32, token: UInt64) -> Bool {
        entries.withLock { $0[token] = Entry(descriptor: descriptor) }
        return true
    }
    package func remove(_ descriptor: Int32, token: UInt64) -> Bool {
        entries.withLock { $0.removeValue(forKey: token)?.interest.isEmpty == false }
    }
    package func arm(_ token: UInt64, for interest: Readiness) -> Bool {
        entries.withLock { $0[token]?.interest.formUnion(interest) }
        return true
    }
    package func wake() { ct_signal(ends.write) }
    package func wait(milliseconds: Int32, into found: inout [Event]) {
        var sockets = [pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)]
        var tokens: [UInt64] = [0]
        entries.withLock {
            for (token, entry) in $0 where !entry.interest.isEmpty {
                var events: Int32 = 0
                if !entry.interest.isDisjoint(with: [.readable, .hungUp]) { events |= POLLIN }
                if entry.interest.contains(.writable) { events |= POLLOUT }
                sockets.append(pollfd(fd: entry.descriptor, events: Int16(events), revents: 0))
                tokens.append(token)
            }
        }
        guard ct_poll(&sockets, Int32(sockets.count), milliseconds) > 0 else { return }
        for (socket, token) in zip(sockets, tokens) where socket.revents != 0 {
            if token == 0 {
                ct_settle(ends.read)
                continue
            }
            let got = Int32(socket.revents)
            var ready: Readiness = []
            if got & (POLLERR | POLLHUP | POLLNVAL) != 0 { ready = [.readable, .writable, .hungUp] }
            if got & POLLOUT != 0 { ready.insert(.writable) }
            entries.withLock {
                guard let interest = $0[token]?.interest else {
                    ready = []
                    return
                }  // removed meanwhile: its descriptor may be another's now
                if got & POLLIN != 0 {
                    ready.insert(.readable)
                    // Behind bytes that nobody has read the end cannot be seen: then the watch rests until it is armed again.
                    if interest.contains(.hungUp), ct_peek(socket.fd) == 0 { ready.insert(.hungUp) }
                }
                $0[token]?.interest.subtract(got & POLLIN != 0 ? ready.union(.hungUp) : ready)
            }
            if !ready.isEmpty { found.append(Event(token: token, ready: ready)) }
        }
    }
}

package enum Outcome: Sendable { case ready, timedOut, cancelled, interrupted }
package enum Interest: Sendable { case readable, writable, hungUp }

/// A socket that tasks wait for. One waiter for each interest.
package final class Source: Sendable {
    struct Waiter { let continuation: UnsafeContinuation<Outcome, Never>, deadline: UInt64 }
    private struct State {
        var ready: Readiness = .writable
        var tick: UInt32 = 0
        var reader: Waiter?, writer: Waiter?, watcher: Waiter?
        var timer = UInt64.max
        var interrupted = false, busy = false, draining = false, cancels = false
        var task: Task<Void, Never>?
        var earliest: UInt64 { min(reader?.deadline ?? .max, writer?.deadline ?? .max, watcher?.deadline ?? .max) }
        mutating func take(_ interest: Interest) -> Waiter? {
            switch interest {
            case .readable:
                defer { reader = nil }
                return reader
            case .writable:
                defer { writer = nil }
                return writer
            case .hungUp:
                defer { watcher = nil }
                return watcher
            }
        }
    }
    package let descriptor: Int32
    private let loop: Poller, token: UInt64, state = Mutex(State())
    init(descriptor: Int32, loop: Poller, token: UInt64) {
        (self.descriptor, self.loop, self.token) = (descriptor, loop, token)
    }

    package func wait(
        for interest: Interest, until deadline: Deadline? = nil, cancellable: Bool = false
    ) async -> Outcome {
        guard cancellable else { return await park(interest, deadline, false) }
        return await withTaskCancellationHandler {
            await park(interest, deadline, true)
        } onCancel: {
            state.withLock { $0.take(interest) }?.continuation.resume(returning: .cancelled)
        }
    }
    private func park(_ interest: Interest, _ deadline: Deadline?, _ cancellable: Bool) async -> Outcome {
        await withUnsafeContinuation { continuation in
            var timer: UInt64?
            let now: Outcome? = state.withLock { s in
                if s.interrupted { return .interrupted }
                // A client that only ended its own side may still take bytes: its hang-up makes nothing writable.
                let enough: Readiness =
                    switch interest {
                    case .readable: [.readable, .hungUp]
                    case .writable: .writable
                    case .hungUp: .hungUp
                    }
                if !s.ready.isDisjoint(with: enough) { return .ready }
                // The flag is set before onCancel runs, and onCancel takes this lock: no cancellation is lost.
                if cancellable, Task.isCancelled { return .cancelled }
                let waiter = Waiter(continuation: continuation, deadline: deadline?.nanoseconds ?? .max)
                switch interest {
                case .readable: s.reader = waiter
                case .writable: s.writer = waiter
                case .hungUp: s.watcher = waiter
                }
                if waiter.deadline < s.timer {
                    s.timer = waiter.deadline
                    timer = waiter.deadline
                }
                return nil
            }
            if let now { return continuation.resume(returning: now) }
            loop.parked(token, interest, timer: timer)
        }
    }
    /// Before a read; after one that found no more, `emptied` forgets the readiness, unless an event came between.
    package var tick: UInt32 { state.withLock { $0.tick } }
    package func emptied(_ bit: Readiness, since tick: UInt32) {
        state.withLock {
            if $0.tick == tick, bit == .writable || !$0.ready.contains(.hungUp) { $0.ready.subtract(bit) }
        }
    }
    /// A request begins; it ends when its answer has been sent. `false`: the server drains, so this was the last request.
    package func begin() {
        let gone = state.withLock { s in
            s.busy = true
            return s.cancels && s.ready.contains(.hungUp) ? s.task : nil
        }
        gone?.cancel()
        if !loop.noticesHangUps { loop.parked(token, .hungUp, timer: nil) }
    }
    package func end() -> Bool {
        state.withLock {
            $0.busy = false
            return !$0.draining
        }
    }
    package var isDraining: Bool { state.withLock(\.draining) }
    /// The task of the connection: the end of the server cancels it, and its client when it goes, if that is wanted.
    func adopt(_ task: Task<Void, Never>, cancelsWithClient: Bool) {
        let gone = state.withLock { s in
            (s.task, s.cancels) = (task, cancelsWithClient)
            return s.cancels && s.busy && s.ready.contains(.hungUp)
        }
        if gone { task.cancel() }
    }
    func drain() {
        if state.withLock({
            $0.draining = true
            return !$0.busy
        }) {
            interrupt()
        }
    }
    func interrupt(cancelling: Bool = false) {
        let (waiters, task) = state.withLock { s in
            s.interrupted = true
            return ([s.take(.readable), s.take(.writable), s.take(.hungUp)], s.task)
        }
        if cancelling { task?.cancel() }
        for waiter in waiters { waiter?.continuation.resume(returning: .interrupted) }
    }
    package func close() {
        state.withLock {
            $0.task = nil
            $0.interrupted = true
        }
        loop.remove(token, descriptor)
        ct_close(descriptor)
    }

    func fired(_ ready: Readiness, _ resumed: inout [(UnsafeContinuation<Outcome, Never>, Outcome)]) {
        let gone = state.withLock { s in
            s.ready.formUnion(ready)
            s.tick &+= 1
            if !s.ready.isDisjoint(with: [.readable, .hungUp]), let w = s.take(.readable) {
                resumed.append((w.continuation, .ready))
            }
            if s.ready.contains(.writable), let w = s.take(.writable) { resumed.append((w.continuation, .ready)) }
            if s.ready.contains(.hungUp), let w = s.take(.hungUp) { resumed.append((w.continuation, .ready)) }
            return ready.contains(.hungUp) && s.busy && s.cancels ? s.task : nil
        }
        gone?.cancel()
    }
    /// The next time to look; `nil`: nobody waits with a deadline.
    func expire(_ now: UInt64, _ resumed: inout [(UnsafeContinuation<Outcome, Never>, Outcome)]) -> UInt64? {
        state.withLock { s in
            for interest in [Interest.readable, .writable, .hungUp] {
                let deadline =
                    switch interest {
                    case .readable: s.reader?.deadline
                    case .writable: s.writer?.deadline
                    case .hungUp: s.watcher?.deadline
                    }
                if let deadline, deadline <= now, let w = s.take(interest) {
                    resumed.append((w.continuation, .timedOut))
                }
            }
            s.timer = s.earliest
            return s.timer == .max ? nil : s.timer
        }
    }
}

/// One thread that waits for sockets; whoever waits is a suspended task.
package final class Poller: Sendable {
    private struct Sleep { var sleeping = false, stopping = false }
    private struct Table {
        var slots: [(generation: UInt32, source: Source?)] = [(0, nil)]
        var free: [Int] = []
        var timers = Heap()
    }
    private let selector: any Selector
    private let queue = Mutex(Sleep()), table = Mutex(Table())
    package let noticesHangUps: Bool

    package init(_ selector: any Selector) {
        self.selector = selector
        noticesHangUps = !(selector is PollSelector)
    }
    /// The best way to wait that the system has; `nil` without a descriptor for it.
    package static func system() -> Poller? {
        #if os(Linux)
        EpollSelector().map { Poller($0) }
        #else
        PollSelector().map { Poller($0) }
        #endif
    }
    package func start() {
        // The thread owns the loop until `stop`: a task's unowned reference to its executor must not outlive it.
        _ = ct_thread(Self.body, Unmanaged.passRetained(self).toOpaque())
    }
    private static let body: @convention(c) (UnsafeMutableRawPointer) -> Void = {
        Unmanaged<Poller>.fromOpaque($0).takeRetainedValue().run()
    }
    package func stop() {
        queue.withLock { $0.stopping = true }
        selector.wake()
    }

    private func wakeIfAsleep() {
        if queue.withLock({ q in
            defer { q.sleeping = false }
            return q.sleeping
        }) {
            selector.wake()
        }
    }

    package func register(_ descriptor: Int32) -> Source? {
        let source = table.withLock { t in
            let index: Int
            if let i = t.free.popLast() {
                index = i
            } else {
                index = t.slots.count
                t.slots.append((0, nil))
            }
            let source = Source(
                descriptor: descriptor, loop: self, token: UInt64(t.slots[index].generation) << 32 | UInt64(index))
            t.slots[index].source = source
            return (source, UInt64(t.slots[index].generation) << 32 | UInt64(index))
        }
        guard selector.add(descriptor, token: source.1) else {
            remove(source.1, descriptor)
            return nil
        }
        return source.0
    }
    func remove(_ token: UInt64, _ descriptor: Int32) {
        if selector.remove(descriptor, token: token) { wakeIfAsleep() }
        let index = Int(token & 0xffff_ffff)
        table.withLock { t in
            guard t.slots[index].generation == UInt32(token >> 32) else { return }
            t.slots[index] = (t.slots[index].generation &+ 1, nil)
            t.free.append(index)
        }
    }
    func sources() -> [Source] { table.withLock { $0.slots.compactMap(\.source) } }
    func parked(_ token: UInt64, _ interest: Interest, timer: UInt64?) {
        let bit: Readiness =
            switch interest {
            case .readable: .readable
            case .writable: .writable
            case .hungUp: .hungUp
            }
        var wakes = selector.arm(token, for: bit)
        if let timer { wakes = table.withLock { $0.timers.push(timer, token) } || wakes }
        if wakes { wakeIfAsleep() }
    }

    private func run() {
        var events: [Event] = []
        var resumed: [(UnsafeContinuation<Outcome, Never>, Outcome)] = []
        while true {
            // First asleep, then the timers: who adds an earlier one meanwhile sees that it must wake this thread.
            let stops = queue.withLock { q in
                q.sleeping = true
                return q.stopping
            }
            if stops { return }
            let next = table.withLock { $0.timers.first }
            var milliseconds: Int32 = -1
            if let next {
                let now = ct_now()
                milliseconds = next <= now ? 0 : Int32(clamping: (next - now) / 1_000_000 + 1)
            }
            selector.wait(milliseconds: milliseconds, into: &events)
            queue.withLock { $0.sleeping = false }
            if !events.isEmpty {
                let sources = table.withLock { t in
                    events.map { e in
                        let slot = t.slots[Int(e.token & 0xffff_ffff)]
                        return slot.generation == UInt32(e.token >> 32) ? slot.source : nil  // a reused slot gets no event of its forerunner
                    }
                }
                for (event, source) in zip(events, sources) { source?.fired(event.ready, &resumed) }
                events.removeAll(keepingCapacity: true)
            }
            if let next, next <= ct_now() {
                let now = ct_now()
                while let (_, token) = table.withLock({ $0.timers.pop(before: now) }) {
                    let source = table.withLock { t in
                        let slot = t.slots[Int(token & 0xffff_ffff)]
                        return slot.generation == UInt32(token >> 32) ? slot.source : nil
                    }
                    if let again = source?.expire(now, &resumed) { table.withLock { _ = $0.timers.push(again, token) } }
                }
            }
            for (continuation, outcome) in resumed { continuation.resume(returning: outcome) }  // no lock is held
            resumed.removeAll(keepingCapacity: true)
        }
    }
}

/// The deadlines; one entry a socket, moved only when it comes up (lazily), so a wait costs no heap operation as a rule.
struct Heap {
    private var entries: [(time: UInt64, token: UInt64)] = []
    var first: UInt64? { entries.first?.time }
    /// Whether it is the earliest now.
    mutating func push(_ time: UInt64, _ token: UInt64) -> Bool {
        var i = entries.count
        entries.append((time, token))
        while i > 0, entries[(i - 1) / 2].time > time {
            entries.swapAt(i, (i - 1) / 2)
            i = (i - 1) / 2
        }
        return i == 0
    }
    mutating func pop(before now: UInt64) -> (UInt64, UInt64)? {
        guard let top = entries.first, top.time <= now else { return nil }
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        var i = 0
        while true {
            var least = i
            for child in [2 * i + 1, 2 * i + 2] where child < entries.count && entries[child].time < entries[least].time
            { least = child }
            if least == i { return top }
            entries.swapAt(i, least)
            i = least
        }
    }
}
