// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets

/// The side of a connection that accepts bytes; tests have one with their own clock.
protocol Outlet: Sendable {
    /// The monotonic clock, in nanoseconds.
    var now: UInt64 { get }
    /// Returns the number of bytes taken: 0 without room, `nil` if the connection is closed.
    func take(_ bytes: UnsafeRawBufferPointer) -> Int?
    func room(until deadline: Deadline) async -> Outcome
}

extension Outlet {
    /// Sends all bytes, or throws `timedOut` or `closed`; `time` limits the wait for each piece.
    func send(_ bytes: [UInt8], each time: Duration) async throws(ConnectionError) {
        var sent = 0
        while sent < bytes.count {
            let taken = bytes.withUnsafeBytes { take(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
            guard let taken else { throw .closed }
            sent += taken
            guard taken == 0 else { continue }
            switch await room(until: .after(time, from: now)) {
            case .ready: break
            case .timedOut: throw .timedOut
            case .cancelled, .draining, .interrupted: throw .closed
            }
        }
    }
}

extension Source: Outlet {
    var now: UInt64 { ct_now() }

    func take(_ bytes: UnsafeRawBufferPointer) -> Int? {
        let taken = send(bytes)
        if taken > 0 { return taken }
        return ct_would_block(taken) != 0 ? 0 : nil
    }

    func room(until deadline: Deadline) async -> Outcome { await wait(for: .write, until: deadline) }
}
