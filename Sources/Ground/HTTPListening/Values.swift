// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets
package import HTTPMessages
import Synchronization

/// A time of the monotonic clock: 8 bytes, where ContinuousClock.Instant has 16 and a Duration to add.
package struct Deadline: Comparable, Sendable {
    package var nanoseconds: UInt64
    package static var now: Deadline { Deadline(nanoseconds: ct_now()) }
    package static func after(_ span: Duration, from now: UInt64 = ct_now()) -> Deadline {
        let (seconds, atto) = span.components
        let nanoseconds = UInt64(clamping: seconds) &* 1_000_000_000 &+ UInt64(clamping: atto / 1_000_000_000)
        return Deadline(nanoseconds: now &+ nanoseconds)
    }
    package static func < (a: Deadline, b: Deadline) -> Bool { a.nanoseconds < b.nanoseconds }
}

/// What a connection may cost.
package struct Limits: Sendable {
    package var head = 64 << 10, target = 16 << 10, fields = 200, trailers = 8 << 10, unread = 64 << 10
    package var connections = 16_000, backlog: Int32 = 1024
    package var idle = Duration.seconds(30), content = Duration.seconds(60), write = Duration.seconds(60)
    package var linger = Duration.seconds(2)
    /// The monotonic clock; a test has its own.
    package var now: @Sendable () -> UInt64 = { ct_now() }
    /// Cancels the task of a handler whose client has gone; a handler may also ask for it (`cancellingWhenClosed`).
    package var cancelsHandlers = false
    package init() {}
}

/// Why a connection gave no request, or no more of its content.
package enum ConnectionError: Error, Equatable, Sendable {
    /// What came is not HTTP; with the status of the answer.
    case malformed(Int)
    /// It did not come in time.
    case timedOut
    /// The client has gone.
    case closed
    /// The task was cancelled.
    case cancelled
    /// Somebody else reads the content.
    case secondReader
    /// Plain HTTP on a port of TLS.
    case plainHTTP
}
/// The content is longer than the reader takes.
package struct ContentTooLong: Error { package init() {} }

package enum Framing: Sendable, Equatable {
    case none
    case length(UInt64)
    case chunked
}

/// The head of a request, with what it says of its connection.
package struct ReceivedHead: Sendable, Equatable {
    /// Its `Host` is the authority, and not among the fields.
    package var request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil)
    package var minor = 1, framing = Framing.none, closes = false, expects = false
}

/// A request with its content, as it comes from a connection.
package struct ReceivedRequest: Sendable {
    package var head: ReceivedHead
    package let content: Content
}

/// What is sent: a head, and bytes.
package struct Answer: Sendable {
    package var head: HTTPResponse
    package var body: [UInt8]
    package init(_ head: HTTPResponse, _ body: [UInt8] = []) { (self.head, self.body) = (head, body) }
    init(_ status: HTTPResponse.Status, text: String) {
        self.init(
            HTTPResponse(status: status, headerFields: [.contentType: "text/plain; charset=utf-8"]), Array(text.utf8))
    }
}

/// Bytes that came and are not used yet. Freed when all are used, so that an idle connection holds none.
package struct Input: Sendable {
    package var bytes: [UInt8] = []
    package private(set) var start = 0
    package init() {}
    package var count: Int { bytes.count - start }
    package mutating func drop(_ n: Int) {
        start += n
        if start == bytes.count {
            bytes = []
            start = 0
        }
    }
    /// Before more bytes are read into it: moves what is left to the front.
    package mutating func compact() {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
    }
}
