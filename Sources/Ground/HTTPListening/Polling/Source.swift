// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets
import Synchronization

/// A socket that tasks wait for: one reader, one writer, and any number of watchers of its end.
///
/// All system calls on the descriptor go through it, so that ``close()`` cannot give the number to another socket while
/// a call on it has not returned.
package final class Source: Sendable {
    package let descriptor: Int32
    private let poller: Poller
    private let token: Token
    private let state = Mutex(SourceState())

    init(descriptor: Int32, poller: Poller, token: Token) {
        self.descriptor = descriptor
        self.poller = poller
        self.token = token
    }

    // MARK: Waiting

    /// Once the deadline has passed, the wait ends even if the socket is ready.
    func wait(for interest: Interest, until deadline: Deadline = .never, cancellable: Bool = false) async -> Outcome {
        guard cancellable else { return await park(interest, until: deadline) }
        let id = interest == .hangUp ? state.withLock { $0.makeWatcherID() } : 0
        return await withTaskCancellationHandler {
            await park(interest, until: deadline, id: id, cancellable: true)
        } onCancel: {
            state.withLock { $0.take(interest, id: id) }?.continuation.resume(returning: .cancelled)
        }
    }

    private func park(
        _ interest: Interest, until deadline: Deadline, id: UInt32 = 0, cancellable: Bool = false
    ) async -> Outcome {
        await withUnsafeContinuation { continuation in
            let waiter = Waiter(continuation: continuation, deadline: deadline, id: id)
            let decision = state.withLock {
                // A task is marked as canceled before onCancel runs, which takes this lock: no cancellation is lost.
                $0.park(waiter, for: interest, isCancelled: cancellable && Task.isCancelled)
            }
            switch decision {
            case .over(let outcome): continuation.resume(returning: outcome)
            case .parked(let timer): poller.noteWait(token, interest, timer: timer)
            }
        }
    }

    /// Applies the poller's events; the caller resumes the waiters when it holds no lock.
    func fired(_ events: Readiness, _ resumed: inout [Resumption]) { state.withLock { $0.fired(events, &resumed) } }

    /// Applies a passed deadline of the poller's heap, and returns the time of the next entry; `nil` without one.
    ///
    /// The caller resumes the waiters when it holds no lock.
    func expire(_ entry: Deadline, now: Deadline, _ resumed: inout [Resumption]) -> Deadline? {
        state.withLock { $0.expire(entry, now: now, &resumed) }
    }

    // MARK: System calls

    /// Returns the number of bytes, 0 at the end, or a negated errno.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let start = buffer.baseAddress, let count = enter() else { return -Int(CT_CLOSED) }
        let result = ct_receive(descriptor, start, buffer.count)
        leave(used: result < buffer.count ? .readable : [], since: count)
        return result
    }

    /// Sends as much as fits; returns the number of bytes, or a negated errno.
    func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard let start = bytes.baseAddress, let count = enter() else { return -Int(CT_CLOSED) }
        let result = ct_send(descriptor, start, bytes.count)
        leave(used: ct_would_block(result) != 0 ? .writable : [], since: count)
        return result
    }

    /// Returns the descriptor of the accepted socket, or a negated errno.
    func accept() -> Int {
        guard let count = enter() else { return -Int(CT_CLOSED) }
        let result = Int(ct_accept(descriptor))
        leave(used: ct_would_block(result) != 0 ? .readable : [], since: count)
        return result
    }

    func finish() {
        guard let count = enter() else { return }
        _ = ct_finish(descriptor)
        leave(used: [], since: count)
    }

    /// Closing the socket is not enough: the kernel keeps it until a poll(2) that began before has returned.
    func stopListening() {
        guard let count = enter() else { return }
        _ = ct_stop_listening(descriptor)
        leave(used: [], since: count)
    }

    /// Records a system call, and returns the number of events so far; `nil` if the socket is closed.
    private func enter() -> UInt32? { state.withLock { $0.enter() ? $0.eventCount : nil } }

    private func leave(used: Readiness, since count: UInt32) {
        let (isLast, isWatched) = state.withLock { ($0.leave(used: used, since: count), $0.isWatched) }
        if isLast { ct_close(descriptor) }
        // Now that no bytes hide it, poll(2) can see the end again.
        if isWatched, used == .readable { poller.noteWait(token, .hangUp, timer: nil) }
    }

    // MARK: The life of a connection

    func begin() { state.withLock { $0.isAnswering = true } }

    func end() -> Bool {
        state.withLock { state in
            state.isAnswering = false
            return !state.isDraining
        }
    }

    var isDraining: Bool { state.withLock(\.isDraining) }

    /// Stores the connection's task until the connection closes; after ``interrupt()``, cancels it at once.
    func adopt(_ task: Task<Void, Never>) {
        let isLate = state.withLock { state in
            guard !state.isClosed else { return false }
            state.task = task
            return state.isInterrupted
        }
        if isLate { task.cancel() }
    }

    /// Ends the waits of a connection without a request, now or when its response has been sent.
    func drain() { resume(state.withLock { $0.drain() }, .draining) }

    func interrupt() {
        let (waiters, task) = state.withLock { ($0.interrupt(), $0.task) }
        task?.cancel()
        resume(waiters, .interrupted)
    }

    /// Closes the socket, as soon as no system call needs it, and ends all waits.
    package func close() {
        guard let waiters = state.withLock({ $0.close() }) else { return }
        poller.remove(token)
        resume(waiters, .interrupted)
        leave(used: [], since: 0)
    }

    private func resume(_ waiters: [Waiter], _ outcome: Outcome) {
        for waiter in waiters { waiter.continuation.resume(returning: outcome) }
    }
}
