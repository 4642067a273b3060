// SPDX-License-Identifier: Apache-2.0

/// Names a socket at a poller: its slot in the table, and how many sockets had that slot before.
struct Token: Hashable, Sendable {
    let rawValue: UInt64

    /// The token of the selector itself; no socket has slot 0.
    static let selector = Token(rawValue: 0)

    var slot: Int { Int(rawValue & 0xffff_ffff) }
    var generation: UInt32 { UInt32(rawValue >> 32) }
}

/// A change of a socket's readiness.
struct Event: Sendable {
    let token: Token
    let readiness: Readiness
}

/// The system call below ``Poller`` that waits for many sockets at once.
///
/// One thread waits; every other function may be called from any thread meanwhile.
protocol Selector: Sendable {
    /// Watches a socket; `false` if the system refuses.
    func add(_ descriptor: Int32, token: Token) -> Bool
    /// Stops watching a socket.
    ///
    /// - Returns: Whether the waiting thread must be woken before the socket is closed.
    func remove(_ token: Token) -> Bool
    /// Asks for events of a kind, beside those asked for already.
    ///
    /// - Returns: Whether the waiting thread must be woken to see it.
    func arm(_ token: Token, for readiness: Readiness) -> Bool
    /// Waits for events, ``wake()`` or the end of the time, and appends the events.
    ///
    /// - Parameters:
    ///   - milliseconds: The longest time; negative for no limit.
    ///   - events: The events so far.
    func wait(milliseconds: Int32, into events: inout [Event])
    /// Ends the current wait, or the next one.
    func wake()
}
