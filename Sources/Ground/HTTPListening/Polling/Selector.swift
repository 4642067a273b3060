// SPDX-License-Identifier: Apache-2.0

/// A socket of a poller: its slot in the table, and how many sockets had that slot before.
struct Token: Hashable, Sendable {
    let rawValue: UInt64

    /// The token of the selector itself; no socket has slot 0.
    static let selector = Token(rawValue: 0)

    var slot: Int { Int(rawValue & 0xffff_ffff) }
    var generation: UInt32 { UInt32(rawValue >> 32) }
}

struct Event: Sendable {
    let token: Token
    let readiness: Readiness
}

/// The system call below ``Poller`` that waits for many sockets at once.
///
/// Every function may be called from any thread. If several wait, an event, the timer or ``wake()`` ends the wait of at
/// least one.
protocol Selector: Sendable {
    func add(_ descriptor: Int32, token: Token) -> Bool
    /// Returns whether a waiting thread must be woken before the socket is closed.
    func remove(_ token: Token) -> Bool
    /// Requests a further kind of events; returns whether a waiting thread must be woken to see it.
    func arm(_ token: Token, for readiness: Readiness) -> Bool
    /// Replaces the time that ends a wait; returns whether a waiting thread must be woken to see it.
    func setTimer(_ deadline: Deadline) -> Bool
    /// Waits for events, the timer, or ``wake()``; if `isLooking`, returns at once with the events so far.
    func wait(isLooking: Bool, into events: inout [Event])
    /// Ends the current wait, or the next one.
    func wake()
}
