// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets
import Dispatch
import Synchronization

/// poll(2), for systems other than Linux: sockets are armed for each wait, and a peek detects a peer that has gone.
///
/// Each wait takes linear time in the number of sockets. It detects no hang-up behind unread bytes.
final class PollSelector: Selector {
    private struct Entry {
        let descriptor: Int32
        var interest: Readiness = []
    }

    private let entries = Mutex<[Token: Entry]>([:])
    private let pipe: WakingPipe
    private let timer = Mutex(Deadline.never)
    /// One thread waits for sockets; the others wait for the end of its wait.
    private let turn = DispatchSemaphore(value: 1)

    init?() {
        guard let pipe = WakingPipe() else { return nil }
        self.pipe = pipe
    }

    func add(_ descriptor: Int32, token: Token) -> Bool {
        entries.withLock { $0[token] = Entry(descriptor: descriptor) }
        return true
    }

    // poll(2) holds the sockets that it waits for: a close sends no FIN until it returns.
    func remove(_ token: Token) -> Bool {
        entries.withLock { $0.removeValue(forKey: token)?.interest.isEmpty == false }
    }

    func arm(_ token: Token, for readiness: Readiness) -> Bool {
        entries.withLock { $0[token]?.interest.formUnion(readiness) }
        return true
    }

    func wake() { pipe.fill() }

    func setTimer(_ deadline: Deadline) -> Bool {
        timer.withLock { $0 = deadline }
        return true
    }

    /// The time to wait, rounded up, and at most 24 days.
    private var millisecondsToTimer: Int32 {
        let (end, now) = (timer.withLock(\.nanoseconds), ct_now())
        return end > now ? Int32(clamping: (end - now) / 1_000_000 + 1) : 0
    }

    func wait(isLooking: Bool, into events: inout [Event]) {
        turn.wait()
        defer { turn.signal() }
        // State that is read here is as new as the last call of `wake()`.
        var (tokens, sockets) = armed()
        guard ct_poll(&sockets, Int32(sockets.count), isLooking ? 0 : millisecondsToTimer) > 0 else { return }
        for (token, socket) in zip(tokens, sockets) where socket.revents != 0 {
            if token == .selector {
                pipe.empty()
            } else if let readiness = disarm(token, found: socket) {
                events.append(Event(token: token, readiness: readiness))
            }
        }
    }

    private func armed() -> (tokens: [Token], sockets: [pollfd]) {
        var tokens = [Token.selector]
        var sockets = [pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0)]
        entries.withLock { entries in
            for (token, entry) in entries where !entry.interest.isEmpty {
                var events: Int32 = 0
                if !entry.interest.isDisjoint(with: [.readable, .hungUp]) { events |= POLLIN }
                if entry.interest.contains(.writable) { events |= POLLOUT }
                sockets.append(pollfd(fd: entry.descriptor, events: Int16(events), revents: 0))
                tokens.append(token)
            }
        }
        return (tokens, sockets)
    }

    private func disarm(_ token: Token, found socket: pollfd) -> Readiness? {
        let found = Int32(socket.revents)
        var readiness: Readiness = []
        if found & (POLLERR | POLLHUP | POLLNVAL) != 0 { readiness = [.readable, .writable, .hungUp] }
        if found & POLLOUT != 0 { readiness.insert(.writable) }
        return entries.withLock { entries in
            // Once removed, its descriptor may be another socket's.
            guard let interest = entries[token]?.interest else { return nil }
            if found & POLLIN != 0 {
                readiness.insert(.readable)
                if interest.contains(.hungUp), ct_peek(socket.fd) == 0 { readiness.insert(.hungUp) }
            }
            // With unread bytes, poll(2) would return at once until they are read: then the socket is armed again.
            entries[token]?.interest.subtract(found & POLLIN != 0 ? readiness.union(.hungUp) : readiness)
            return readiness
        }
    }
}
