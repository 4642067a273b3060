// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
import CTesseraSockets

/// epoll(7): each socket is registered once, edge-triggered, for every kind of event.
///
/// A wait of a task therefore costs no system call, and a client that disconnects is detected at once.
final class EpollSelector: Selector {
    private let epoll: Int32
    private let pipe: WakingPipe
    /// A descriptor, so that it ends the wait of all threads, regardless of the deadline when they began.
    private let timer: Int32

    init?() {
        guard let pipe = WakingPipe() else { return nil }
        (self.epoll, self.pipe, timer) = (ct_epoll_create(), pipe, ct_timer_create())
        for descriptor in [pipe.readEnd, timer] {
            guard ct_epoll_add(epoll, descriptor, Token.selector.rawValue) >= 0 else { return nil }
        }
    }

    deinit {
        ct_close(timer)
        ct_close(epoll)
    }

    func add(_ descriptor: Int32, token: Token) -> Bool { ct_epoll_add(epoll, descriptor, token.rawValue) >= 0 }

    // close(2) removes the socket.
    func remove(_ token: Token) -> Bool { false }

    func arm(_ token: Token, for readiness: Readiness) -> Bool { false }

    func wake() { pipe.fill() }

    func setTimer(_ deadline: Deadline) -> Bool {
        ct_timer_set(timer, deadline.nanoseconds)
        return false
    }

    func wait(isLooking: Bool, into events: inout [Event]) {
        withUnsafeTemporaryAllocation(of: ct_event.self, capacity: 256) { found in
            guard let start = found.baseAddress else { return }
            // The call initializes as many events as it returns, at most the capacity.
            for event in found.prefix(Int(ct_epoll_wait(epoll, start, Int32(found.count), isLooking ? 0 : -1))) {
                let token = Token(rawValue: event.token)
                if token == .selector {
                    pipe.empty()
                } else {
                    events.append(Event(token: token, readiness: Readiness(rawValue: event.ready)))
                }
            }
        }
    }
}
#endif
