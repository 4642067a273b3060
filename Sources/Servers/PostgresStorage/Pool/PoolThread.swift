// SPDX-License-Identifier: Apache-2.0

import PortableFoundation
import SystemThreads

/// Sends statements over all connections, and reads their results.
///
/// Under load, each wake-up finds much work. With one thread per connection, contention cost more than the statements.
struct PoolThread: Sendable {
    let pool: Pool
    let wakeup: Wakeup

    func start() throws(PostgresError) {
        let isStarted = SystemThread.start("postgres") {
            var work = PoolWork(pool: pool, wakeup: wakeup)
            while work.goOn() {}
        }
        if !isStarted { throw .noThread }
    }
}

private struct PoolWork {
    private let pool: Pool
    private let wakeup: Wakeup
    private var connections: [OpenConnection?]
    private var finished: [Int]
    /// The wake-up pipe, and then the socket of each connection.
    private var polls: [pollfd]
    private var nextDeadline = ContinuousClock.now
    private var lastLook = ContinuousClock.now

    init(pool: Pool, wakeup: Wakeup) {
        (self.pool, self.wakeup) = (pool, wakeup)
        connections = pool.slots.map { _ in nil }
        finished = pool.slots.map { _ in 0 }
        polls = [pollfd(fd: wakeup.reading, events: Int16(POLLIN), revents: 0)]
        polls += pool.slots.map { _ in pollfd(fd: -1, events: Int16(POLLIN), revents: 0) }
    }

    /// Sends new statements, waits unless there were some, and reads results; `false` at the pool's end.
    mutating func goOn() -> Bool {
        guard let work = pool.take(finished: finished) else { return false }
        for index in finished.indices { finished[index] = 0 }
        for (index, session) in work.arrivals { connections[index] = OpenConnection(session) }
        for part in work.parts { carryOut(part) }
        let isIdle = work.parts.isEmpty
        let now = ContinuousClock.now
        if isIdle || now >= lastLook + Self.lookingInterval { enforceDeadlines(at: now) }
        // More work may have arrived, unless the pool knows that this thread waits.
        waitForInput(atMost: isIdle ? nextDeadline - now : .zero)
        for index in connections.indices {
            let isReadable = polls[index + 1].revents != 0
            if isReadable || connections[index]?.nextLook.map({ $0 <= now }) ?? false {
                receive(index, isReadable: isReadable)
            }
        }
        return true
    }

    private mutating func carryOut(_ part: PoolQueue.Work) {
        guard let connection = connections[part.index] else { return }
        guard !part.closes else {
            // The server would continue a statement whose result can no longer be read.
            if !connection.flights.isEmpty { connection.cancelFirst() }
            return giveUp(part.index, leaving: part.commands, because: nil)
        }
        for (position, command) in part.commands.enumerated() {
            // The caller was canceled before the statement was sent.
            if command.isFinished {
                finished[part.index] += 1
            } else if !connection.send(command) {
                let unsent = Array(part.commands[(position + 1)...])
                return giveUp(part.index, leaving: unsent, because: connection.problem)
            }
        }
    }

    private mutating func receive(_ index: Int, isReadable: Bool) {
        guard let connection = connections[index] else { return }
        guard !connection.mustFlush || connection.flush() else {
            return giveUp(index, leaving: [], because: connection.problem)
        }
        let harvest = connection.receive(isReadable: isReadable)
        finished[index] += harvest.finished
        if let end = harvest.end { giveUp(index, leaving: [], because: end) }
        // After a connection's end, so that none of them goes there again.
        pool.repeat(harvest.repeats)
    }

    private mutating func enforceDeadlines(at now: ContinuousClock.Instant) {
        (lastLook, nextDeadline) = (now, now + Self.longestWait)
        for index in connections.indices {
            guard let (next, end) = connections[index]?.enforceDeadlines(at: now) else { continue }
            if let end { giveUp(index, leaving: [], because: end) }
            if let next { nextDeadline = min(nextDeadline, next) }
            if let look = connections[index]?.nextLook { nextDeadline = min(nextDeadline, look) }
        }
    }

    private mutating func waitForInput(atMost time: Duration) {
        for index in connections.indices {
            polls[index + 1].fd = connections[index]?.socket ?? -1
            let sends = connections[index]?.mustFlush ?? false
            polls[index + 1].events = Int16(POLLIN) | (sends ? Int16(POLLOUT) : 0)
        }
        // Rounded up, so that no deadline is checked early, repeatedly.
        let milliseconds = time <= .zero ? 0 : Int32(clamping: Int64(time / .milliseconds(1)) + 1)
        if poll(&polls, nfds_t(polls.count), milliseconds) <= 0 {
            for index in polls.indices { polls[index].revents = 0 }
        } else if polls[0].revents != 0 {
            wakeup.clear()
        }
    }

    private mutating func giveUp(_ index: Int, leaving unsent: [Command], because end: PostgresError?) {
        let flights = connections[index]?.flights ?? []
        (connections[index], finished[index], polls[index + 1].revents) = (nil, 0, 0)
        let unsent = unsent + pool.lost(index, because: end)
        var repeats: [Command] = []
        for command in flights.map(\.command) where command.mayHaveChanged { command.finish(Self.outcomeUnknown) }
        for command in flights.map(\.command).filter({ !$0.mayHaveChanged }) + unsent {
            if command.mayRepeat() {
                repeats.append(command)
            } else {
                command.finish(PostgresError.connectionLost)
            }
        }
        pool.repeat(repeats)
        if !pool.isClosing { Connector(index: index, pool: pool).start(isLost: true) }
    }

    private static let longestWait: Duration = .seconds(60)
    private static let lookingInterval: Duration = .milliseconds(20)
    private static let outcomeUnknown = PostgresError(
        .outcomeUnknown,
        "the connection to PostgreSQL was lost during a change, which may have been made; check before you repeat it")
}

/// A pipe that wakes a thread from `poll`.
final class Wakeup: Sendable {
    let reading: Int32
    private let writing: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw PostgresError(.unavailable, "this program has too many open files; raise its limit (ulimit -n)")
        }
        (reading, writing) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// A full pipe already wakes the thread.
    func wake() {
        var byte: UInt8 = 1
        _ = write(writing, &byte, 1)
    }

    func clear() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(reading, &bytes, bytes.count) == bytes.count {}
    }
}
