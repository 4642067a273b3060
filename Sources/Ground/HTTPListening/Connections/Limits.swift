// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets

package struct Limits: Sendable {
    /// The bytes of a head, with its line ends; beyond, 431.
    package var head = 64 << 10
    /// The bytes of a request target; beyond, 414.
    package var target = 16 << 10
    /// The fields of a head; beyond, 431.
    package var fields = 200
    /// The bytes of the trailers, with their line ends; beyond, 431.
    package var trailers = 8 << 10
    /// The bytes of content that are discarded if the handler did not read them; beyond, the connection ends.
    package var unread = 64 << 10

    /// The open connections; further ones wait in the backlog.
    ///
    /// If the descriptors run out first, further connections are closed. Each address after the first may exceed the
    /// limit by one, and a drain by the backlog.
    package var connections = 16_000
    /// The descriptors of the process that connections may use; at most the system's limit minus 64.
    ///
    /// Those are for the rest of the program: on Linux, libdispatch ends a process in which it cannot open a file.
    package var descriptors = Int.max
    package var backlog: Int32 = 1024

    /// The time from the end of a response, or from the accept, to the end of the next head; a TLS handshake counts.
    package var idle = Duration.seconds(30)
    /// The time from the end of a head to the end of its content, including pauses of the handler; beyond, 408.
    package var content = Duration.seconds(60)
    /// The time until the client accepts a piece of a response; it begins again with each piece.
    package var write = Duration.seconds(60)
    /// The time to read on after the end of our side, so that a reset does not discard the response; also the time
    /// until the client accepts a piece of the last bytes, such as a refusal or close_notify.
    package var linger = Duration.seconds(2)
    /// The monotonic clock in nanoseconds; replaced by tests.
    package var now: @Sendable () -> UInt64 = { ct_now() }

    package init() {}
}
