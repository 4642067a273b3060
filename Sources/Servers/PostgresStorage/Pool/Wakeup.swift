// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A pipe that wakes a thread which waits in `poll`.
final class Wakeup: Sendable {
    /// The end to wait for.
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

    /// Wakes the thread; a full pipe already wakes it.
    func wake() {
        var byte: UInt8 = 1
        _ = write(writing, &byte, 1)
    }

    /// Takes what was written.
    func clear() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(reading, &bytes, bytes.count) == bytes.count {}
    }

    /// Waits until the pipe or a socket has something, or until the time is over.
    ///
    /// - Parameters:
    ///   - socket: A socket to wait for as well; `nil` for none.
    ///   - sends: Whether bytes wait to be sent over it.
    ///   - time: The longest wait; `nil` for no end.
    /// - Returns: Whether the socket has something to read, or has ended.
    func wait(orFor socket: Int32? = nil, toSend sends: Bool = false, atMost time: Duration?) -> Bool {
        var waits = [pollfd(fd: reading, events: Int16(POLLIN), revents: 0)]
        if let socket {
            waits.append(pollfd(fd: socket, events: Int16(POLLIN) | (sends ? Int16(POLLOUT) : 0), revents: 0))
        }
        // Rounded up, so that no deadline is looked at too early, again and again.
        let milliseconds = time.map { time in
            Int32(
                clamping: max(0, time.components.seconds) * 1000 + time.components.attoseconds / 1_000_000_000_000_000
                    + 1)
        }
        let count = poll(&waits, nfds_t(waits.count), milliseconds ?? -1)
        if count > 0, waits[0].revents != 0 { clear() }
        return count > 0 && socket != nil && waits[1].revents != 0
    }
}
