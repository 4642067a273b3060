// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets
import Synchronization

/// Why a port cannot be had: the system's number, or `CT_UNKNOWN_HOST`.
package struct ListenError: Error {
    package let code: Int32
    package init(code: Int32) { self.code = code }
    /// No address belongs to the name.
    package var isUnknownHost: Bool { code == -Int32(CT_UNKNOWN_HOST) }
}

/// Accepts connections, and answers on each.
package final class Listener: Sendable {
    private struct State {
        var connections = 0, draining = false, room: CheckedContinuation<Void, Never>?,
            empty: CheckedContinuation<Void, Never>?
        var listeners: [(source: Source, task: Task<Void, Never>)] = []
    }
    private let state = Mutex(State())
    private let poller: Poller, limits: Limits, handler: Handler
    private let wrap: @Sendable (SocketStream) -> (any ByteStream)?

    /// - Parameter wrap: Puts TLS on a socket.
    package init(
        _ poller: Poller, limits: Limits = Limits(),
        wrap: @escaping @Sendable (SocketStream) -> (any ByteStream)? = { $0 }, handler: @escaping Handler
    ) {
        var limits = limits
        // libdispatch traps when it finds no descriptor (it opens /proc/self/task/… to watch its threads, and timers): never get there.
        let descriptors = Int(ct_descriptors())
        limits.connections = min(limits.connections, descriptors - min(64, descriptors / 2))
        (self.poller, self.limits, self.wrap, self.handler) = (poller, limits, wrap, handler)
    }

    /// Binds, and accepts in a task of its own. Returns the port.
    package func listen(_ address: String, _ port: UInt16) throws(ListenError) -> Int {
        let descriptor = ct_listen(address, port, limits.backlog)
        guard descriptor >= 0 else { throw ListenError(code: -descriptor) }
        let found = Int(ct_port(descriptor))
        guard let source = poller.register(descriptor) else {
            ct_close(descriptor)
            throw ListenError(code: 12)
        }
        let task = spawn { await self.accept(source) }
        state.withLock { $0.listeners.append((source, task)) }
        return found
    }

    @discardableResult private func spawn(_ work: @escaping @concurrent @Sendable () async -> Void) -> Task<Void, Never>
    {
        // Detached: no task-local and no priority of whoever listens comes along.
        Task.detached(operation: work)
    }

    private func accept(_ source: Source) async {
        // libdispatch opens the descriptors of its timers at the first use, and traps if there are none left: now, then.
        try? await Task.sleep(for: .nanoseconds(1))
        var spare = ct_spare()
        defer {
            ct_close(spare)
            source.close()
        }
        while true {
            guard await source.wait(for: .readable) == .ready else { return }
            while true {
                if state.withLock({ $0.connections >= limits.connections }) {
                    await withCheckedContinuation { c in  // the backlog keeps the others
                        if state.withLock({ s in
                            if s.connections < limits.connections || s.draining { return true }
                            s.room = c
                            return false
                        }) {
                            c.resume()
                        }
                    }
                }
                let tick = source.tick
                let descriptor = ct_accept(source.descriptor)
                if descriptor >= 0 {
                    take(descriptor)
                    continue
                }
                if ct_exhausted(descriptor) != 0 {
                    // No descriptor: without the spare one the listener stays ready and the loop spins.
                    ct_close(spare)
                    let one = ct_accept(source.descriptor)
                    if one >= 0 { ct_close(one) }
                    spare = ct_spare()
                    _ = await source.wait(for: .hungUp, until: .after(.milliseconds(5)))  // a listener never hangs up: a pause
                    continue
                }
                if ct_again(descriptor) != 0 {
                    source.emptied(.readable, since: tick)
                    break
                }
                // ECONNABORTED and its like: the next one.
            }
        }
    }

    private func take(_ descriptor: Int32) {
        guard let source = poller.register(descriptor) else { return ct_close(descriptor) }
        guard let stream = wrap(SocketStream(source)) else { return source.close() }
        let drains = state.withLock {
            $0.connections += 1
            return $0.draining
        }
        let connection = Connection(stream: stream, limits: limits, handler: handler)
        let task = spawn {
            await connection.run()
            self.left()
        }
        source.adopt(task, cancelsWithClient: limits.cancelsHandlers)
        if drains { source.drain() }
    }
    private func left() {
        let (room, empty) = state.withLock { s in
            s.connections -= 1
            let room = s.room
            s.room = nil
            guard s.connections == 0 else { return (room, CheckedContinuation<Void, Never>?.none) }
            defer { s.empty = nil }
            return (room, s.empty)
        }
        room?.resume()
        empty?.resume()
    }
    package var connections: Int { state.withLock { $0.connections } }

    /// Stops listening, ends idle connections and half heads, and lets requests in progress end; cancelled, it ends them too.
    package func drain() async {
        let (listeners, room) = state.withLock { s in
            s.draining = true
            defer {
                s.room = nil
                s.listeners = []
            }
            return (s.listeners, s.room)
        }
        room?.resume()
        for listener in listeners { listener.source.interrupt() }
        for source in poller.sources() { source.drain() }
        // Nothing listens any more when this function returns.
        for listener in listeners { await listener.task.value }
        await withTaskCancellationHandler {
            await withCheckedContinuation { c in
                if state.withLock({ s in
                    if s.connections == 0 { return true }
                    s.empty = c
                    return false
                }) {
                    c.resume()
                }
            }
        } onCancel: {
            for source in poller.sources() { source.interrupt(cancelling: true) }
        }
    }
}
