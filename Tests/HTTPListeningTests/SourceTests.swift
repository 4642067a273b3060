// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets
import Fixtures

@testable import HTTPListening

/// Sockets without a running poller: tests trigger each event.
@Suite(.timeLimit(.minutes(1))) final class SourceTests {
    private let selector = RecordingSelector()
    private let poller: Poller
    private let sockets: ConnectedSockets
    private let source: Source

    init() throws {
        poller = Poller(selector)
        sockets = try ConnectedSockets()
        source = try #require(poller.register(sockets.server))
    }

    deinit { source.close() }

    private func fire(_ readiness: Readiness) {
        var resumed: [Resumption] = []
        source.fired(readiness, &resumed)
        for (waiter, outcome) in resumed { waiter.continuation.resume(returning: outcome) }
    }

    private func expire(_ entry: UInt64, now: UInt64) -> UInt64? {
        var resumed: [Resumption] = []
        let next = source.expire(Deadline(nanoseconds: entry), now: Deadline(nanoseconds: now), &resumed)
        for (waiter, outcome) in resumed { waiter.continuation.resume(returning: outcome) }
        return next?.nanoseconds
    }

    /// Waits in its own task, and returns when it is parked.
    private func parked(
        _ interest: Interest, until deadline: Deadline = .never, cancellable: Bool = false
    ) async throws -> Task<Outcome, Never> {
        let task = Task { [source] in await source.wait(for: interest, until: deadline, cancellable: cancellable) }
        try await until { !selector.takeArmed().isEmpty }
        return task
    }

    // MARK: Waiting

    @Test func `a wait ends when the socket is ready, and each kind by what is enough for it`() async throws {
        let (reader, watcher) = (try await parked(.read), try await parked(.hangUp))
        fire(.readable)
        #expect(await reader.value == .ready)
        fire(.hungUp)
        #expect(await watcher.value == .ready)
        #expect(await (source.wait(for: .read), source.wait(for: .write)) == (.ready, .ready))
    }

    @Test func `a socket that is ready after the deadline gives nothing`() async throws {
        fire(.readable)
        #expect(await source.wait(for: .read, until: .after(.seconds(60))) == .ready)
        #expect(await source.wait(for: .read, until: .now) == .timedOut)
        try sockets.send("late")
        var input = Input()
        await #expect(throws: ConnectionError.timedOut) {
            try await SocketStream(source).read(into: &input, atMost: 10, until: .now, cancellable: false)
        }
        #expect(input.count == 0)
    }

    @Test func `a canceled wait ends, and no other with it`() async throws {
        let reader = try await parked(.read)
        let first = try await parked(.hangUp, cancellable: true)
        let second = try await parked(.hangUp, cancellable: true)
        second.cancel()
        #expect(await second.value == .cancelled)
        fire(.hungUp)
        #expect(await first.value == .ready)
        #expect(await reader.value == .ready)
    }

    @Test func `a task that was canceled before does not wait`() async throws {
        let task = Task { [source] in
            withUnsafeCurrentTask { $0?.cancel() }
            return await source.wait(for: .read, cancellable: true)
        }
        #expect(await task.value == .cancelled)
    }

    @Test func `a second reader takes nothing from the first`() async throws {
        let reader = try await parked(.read)
        #expect(await source.wait(for: .read) == .interrupted)
        fire(.readable)
        #expect(await reader.value == .ready)
    }

    // MARK: Deadlines

    @Test func `deadlines end the waits whose time has come, and the earliest other is next`() async throws {
        let watcher = try await parked(.hangUp, until: Deadline(nanoseconds: 300))
        let reader = try await parked(.read, until: Deadline(nanoseconds: 200))
        #expect(expire(200, now: 250) == 300)
        #expect(await reader.value == .timedOut)
        #expect((expire(300, now: 299), expire(300, now: 300)) == (300, nil))
        #expect(await watcher.value == .timedOut)
    }

    @Test func `an entry that an earlier one replaced adds no other`() async throws {
        let reader = try await parked(.read, until: Deadline(nanoseconds: 300))
        let watcher = try await parked(.hangUp, until: Deadline(nanoseconds: 200))
        #expect((expire(200, now: 200), expire(300, now: 300), expire(300, now: 300)) == (300, nil, nil))
        _ = await (reader.value, watcher.value)
        // With a later deadline, the earlier one's entry expires without effect.
        let next = try await parked(.read, until: Deadline(nanoseconds: 500))
        #expect((expire(300, now: 400), expire(500, now: 500)) == (nil, nil))
        #expect(await next.value == .timedOut)
    }

    // MARK: Calls

    @Test func `a read that finds less than it has room for forgets that the socket is readable`() async throws {
        fire(.readable)
        try sockets.send("abc")
        var input = Input()
        let stream = SocketStream(source)
        #expect(try await stream.read(into: &input, atMost: 2, until: .never, cancellable: false) == 2)
        #expect(try await stream.read(into: &input, atMost: 2, until: .never, cancellable: false) == 1)
        #expect(input.bytes == Array("abc".utf8))
        let reader = try await parked(.read)
        fire(.readable)
        #expect(await reader.value == .ready)
    }

    @Test func `watching for a hang-up continues after pending bytes are read`() async throws {
        let watcher = try await parked(.hangUp)
        fire(.readable)
        try sockets.send("abc")
        var input = Input()
        _ = try await SocketStream(source).read(into: &input, atMost: 10, until: .never, cancellable: false)
        #expect(selector.takeArmed() == [.hungUp])
        fire(.hungUp)
        #expect(await watcher.value == .ready)
    }

    // MARK: The end

    @Test func `a close ends every wait`() async throws {
        let (reader, watcher) = (try await parked(.read), try await parked(.hangUp, cancellable: true))
        source.close()
        #expect(await reader.value == .interrupted)
        #expect(await watcher.value == .interrupted)
        #expect(await source.wait(for: .write) == .interrupted)
    }

    /// A closed source, and a connection with its number, unless other tests always reuse it.
    private func reused() throws -> (source: Source, next: ConnectedSockets) {
        for _ in 0..<100 {
            let source = try #require(poller.register(ConnectedSockets().server))
            source.close()
            let next = try ConnectedSockets()
            if [next.client.descriptor, next.server].contains(source.descriptor) { return (source, next) }
            ct_close(next.server)
        }
        throw ConnectionError.closed
    }

    @Test func `a closed source does not affect a new socket with its descriptor`() async throws {
        let (source, next) = try reused()
        defer { ct_close(next.server) }
        source.close()
        #expect(ct_port(source.descriptor) > 0)
        let bytes = Array("stray".utf8)
        #expect(bytes.withUnsafeBytes { source.send($0) } == -Int(CT_CLOSED))
        #expect(source.accept() == -Int(CT_CLOSED))
        let stream = SocketStream(source)
        var input = Input()
        await #expect(throws: ConnectionError.closed) {
            try await stream.read(into: &input, atMost: 10, until: .never, cancellable: false)
        }
        await #expect(throws: ConnectionError.closed) { try await stream.write(bytes, each: .seconds(1)) }
        #expect(ct_peek(next.client.descriptor) < 0 && ct_peek(next.server) < 0)
    }

    @Test func `a drain ends the waits of an idle connection alone`() async throws {
        let idle = try await parked(.read)
        source.drain()
        #expect(await idle.value == .draining)
        #expect(source.isDraining)
        source.begin()
        let reader = try await parked(.read)
        fire(.readable)
        #expect(await reader.value == .ready)
        #expect(!source.end())
    }

    @Test func `a drain loses no request that has come`() async throws {
        try sockets.send("abc")
        source.drain()
        let stream = SocketStream(source)
        var input = Input()
        #expect(try await stream.read(into: &input, atMost: 10, until: .never, cancellable: false) == 3)
        await #expect(throws: ConnectionError.closed) {
            try await stream.read(into: &input, atMost: 10, until: .never, cancellable: false)
        }
    }

    @Test func `an interruption ends a connection's waits, and cancels its task, before or after`() async throws {
        fire(.readable)
        source.begin()
        let (isCancelled, cancelled) = AsyncStream<Void>.makeStream()
        let task = Task {
            await withTaskCancellationHandler {
                for await _ in isCancelled {}
            } onCancel: {
                cancelled.finish()
            }
        }
        source.interrupt()
        #expect(await source.wait(for: .read) == .interrupted)
        source.adopt(task)
        await task.value
    }

    @Test func `a slot that is used again has another token`() throws {
        var table = SourceTable()
        let make = { [poller] (token: Token) in Source(descriptor: -1, poller: poller, token: token) }
        let (first, firstToken) = table.insert(make)
        #expect(table[firstToken] === first && firstToken != .selector)
        table.remove(firstToken)
        table.remove(firstToken)
        let (second, secondToken) = table.insert(make)
        #expect(secondToken.slot == firstToken.slot && secondToken != firstToken)
        #expect(table[firstToken] == nil && table[secondToken] === second)
        #expect(table.insert(make).token.slot != secondToken.slot)
        #expect(table.sources.count == 2)
    }
}
