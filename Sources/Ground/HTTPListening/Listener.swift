// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets
import Synchronization

/// Accepts connections at one or more addresses, and serves HTTP/1.1 on each.
///
/// Oracles: the table of `RequestFramingTests`, whose rows name their section of the RFC; Go's net/http, h11 and
/// llhttp, which read the same generated requests; curl, nginx, Chromium and Python's `ssl` as peers.
package final class Listener: Sendable {
    private struct State {
        var isDraining = false
        var isEnding = false
        var acceptLoops: [(source: Source, task: Task<Void, Never>)] = []
    }

    private let poller: Poller
    private let limits: Limits
    private let wrap: @Sendable (SocketStream) -> (any ByteStream)?
    private let handler: Handler
    private let onPause: @Sendable () -> Void
    private let count: ConnectionCount
    /// The first descriptor that no connection may have; the system assigns the lowest free one, so this counts the
    /// whole process.
    private let descriptorLimit: Int
    private let state = Mutex(State())

    /// `poller` serves no other listener, because a drain ends all its sockets; `wrap` returns `nil` to close a socket.
    ///
    /// `onPause` is called for each connection that finds no descriptor or memory: many times per second.
    package init(
        _ poller: Poller, limits: Limits = Limits(),
        wrap: @escaping @Sendable (SocketStream) -> (any ByteStream)? = { $0 },
        onPause: @escaping @Sendable () -> Void = {}, handler: @escaping Handler
    ) {
        let descriptors = Int(ct_descriptors())
        // libdispatch ends the process if no descriptor is left for its timers and its monitoring of threads.
        descriptorLimit = min(limits.descriptors, descriptors - min(64, descriptors / 2))
        count = ConnectionCount(limit: min(limits.connections, descriptorLimit))
        (self.poller, self.limits, self.wrap, self.handler) = (poller, limits, wrap, handler)
        self.onPause = onPause
    }

    var connections: Int { count.open }
    var waiting: Int { count.waiting }

    /// Listens at an address until ``drain()``, and returns the port; 0 picks a free one.
    ///
    /// The address may be a name, which can wait for the resolver; IPv6 has no brackets. Throws `EAGAIN` if the poller
    /// does not run, `ENOMEM` if it cannot watch the socket, or the system's error.
    package func listen(_ address: String, _ port: UInt16) throws(ListenError) -> Int {
        guard poller.isRunning else { throw ListenError(code: Int32(CT_TRY_AGAIN)) }
        let descriptor = ct_listen(address, port, limits.backlog)
        guard descriptor >= 0 else { throw ListenError(code: -descriptor) }
        let port = Int(ct_port(descriptor))
        guard let source = poller.register(descriptor) else {
            ct_close(descriptor)
            throw ListenError(code: Int32(CT_NO_MEMORY))
        }
        let task = task { await self.acceptConnections(at: source) }
        let isDraining = state.withLock { state in
            state.acceptLoops.append((source, task))
            return state.isDraining
        }
        if isDraining { source.interrupt() }
        return port
    }

    /// Starts a task on the threads of the poller, regardless of the caller's priority.
    ///
    /// Not the child of a group: a group walks the list of its children when one ends, and idle connections are many.
    private func task(_ work: @escaping @concurrent @Sendable () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: poller, priority: .medium, operation: work)
    }

    // MARK: Accepting

    private func acceptConnections(at listening: Source) async {
        defer {
            listening.stopListening()
            listening.close()
        }
        // libdispatch opens the descriptors of its timers at the first use: now, while there are some.
        try? await Task.sleep(for: .nanoseconds(1))
        while await listening.wait(for: .read) == .ready {
            await count.waitForRoom()
            let descriptor = listening.accept()
            if descriptor >= 0 {
                await serve(Int32(descriptor), from: listening)
            } else if ct_would_block(descriptor) == 0 {
                // No descriptor, or no memory: the others wait in the backlog.
                await pause(listening)
            }
        }
        // The kernel resets unaccepted connections, even if their request has arrived. Linux holds one more.
        for _ in 0...limits.backlog {
            let descriptor = listening.accept()
            guard descriptor >= 0 else { return }
            await serve(Int32(descriptor), from: listening)
        }
    }

    private func serve(_ descriptor: Int32, from listening: Source) async {
        guard descriptor < descriptorLimit else {
            ct_close(descriptor)
            return await pause(listening)
        }
        guard let source = poller.register(descriptor) else { return ct_close(descriptor) }
        guard let stream = wrap(SocketStream(source)) else { return source.close() }
        if count.enter() {
            // Before the task begins, so that its response announces the end.
            source.drain()
            if state.withLock(\.isEnding) { source.interrupt() }
        }
        let connection = Connection(stream: stream, limits: limits, handler: handler)
        source.adopt(
            task { [count] in
                await connection.run()
                count.leave()
            })
    }

    /// Waits a moment, or until the listening socket is interrupted; it never hangs up.
    private func pause(_ listening: Source) async {
        onPause()
        _ = await listening.wait(for: .hangUp, until: .after(.milliseconds(5)))
    }

    // MARK: Draining

    /// Stops listening, ends idle connections and unfinished heads, and waits for the requests in progress.
    ///
    /// It also answers whole requests without TLS that wait in the backlog. When it returns, nothing listens, and no
    /// connection is open. If canceled, it also cancels the tasks of the requests, and closes their connections.
    package func drain() async {
        let acceptLoops = state.withLock { state in
            state.isDraining = true
            return state.acceptLoops
        }
        count.drain()
        for loop in acceptLoops { loop.source.interrupt() }
        for source in poller.sources { source.drain() }
        await withTaskCancellationHandler {
            for loop in acceptLoops { await loop.task.value }
            await count.waitForLast()
        } onCancel: {
            state.withLock { $0.isEnding = true }
            for source in poller.sources { source.interrupt() }
        }
    }
}

package struct ListenError: Error {
    /// The errno; `-CT_UNKNOWN_HOST` if the name has no address.
    package let code: Int32

    package init(code: Int32) { self.code = code }
}
