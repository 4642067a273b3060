// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import Synchronization
import Testing

@testable import HTTPListening

/// A connection in memory: each piece comes at its second, and time goes only while somebody waits.
final class ScriptedStream: ByteStream {
    private struct State {
        var now: UInt64 = 0
        var pieces: [(second: UInt64, text: String)]
        var written = ""
        var isClosed = false
    }
    private let state: Mutex<State>

    init(_ pieces: [(second: UInt64, text: String)]) { state = Mutex(State(pieces: pieces)) }

    var now: UInt64 { state.withLock { $0.now } }
    var isClosed: Bool { state.withLock { $0.isClosed } }
    /// The statuses that the client was told.
    var statuses: [Int] {
        state.withLock { $0.written }.split(separator: "HTTP/1.1 ").compactMap { Int($0.prefix(3)) }
    }

    func read(into input: inout Input, atMost count: Int, until deadline: Deadline, cancellable: Bool)
        async throws(ConnectionError) -> Int
    {
        let text: String? = state.withLock { state in
            guard let next = state.pieces.first, next.second * 1_000_000_000 < deadline.nanoseconds else {
                state.now = deadline.nanoseconds
                return nil
            }
            state.now = max(state.now, next.second * 1_000_000_000)
            return state.pieces.removeFirst().text
        }
        guard let text else { throw .timedOut }
        input.compact()
        input.bytes += text.utf8
        return text.utf8.count
    }
    func write(_ bytes: [UInt8], each: Duration) async throws(ConnectionError) {
        state.withLock { $0.written += String(decoding: bytes, as: UTF8.self) }
    }
    func finish() async {}
    func begin() {}
    func end() -> Bool { true }
    func hangUp() async {}
    func close() { state.withLock { $0.isClosed = true } }
    func writePlain(_ bytes: [UInt8]) async {}
    var peerCertificate: [UInt8]? { nil }

    /// Serves until the connection ends.
    func serve(_ handler: @escaping Handler = { request, _ in
        Answer(HTTPResponse(status: .ok), try await request.content.collect(upTo: 1000))
    }) async {
        var limits = Limits()
        limits.now = { [self] in now }
        await Connection(stream: self, limits: limits, handler: handler).run()
    }
}

/// The deadline of a request's content, on a connection whose clock goes only when somebody waits.
@Suite struct ContentDeadlineTests {
    static func head(_ length: Int) -> String { "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n" }

    @Test func `content that trickles in is ended with 408`() async {
        let stream = ScriptedStream([(0, Self.head(100))] + (1...99).map { ($0, "a") })
        await stream.serve()
        #expect(stream.isClosed)
        #expect(stream.statuses == [408])
        #expect(stream.now >= 60_000_000_000 && stream.now <= 62_000_000_000)
    }

    @Test func `content that arrives in time ends nothing`() async {
        let stream = ScriptedStream([(0, Self.head(1)), (59, "a"), (80, Self.head(1) + "b")])
        await stream.serve()
        #expect(stream.statuses == [200, 200])
    }

    @Test func `every request has the whole time`() async {
        let stream = ScriptedStream([
            (0, Self.head(1)), (40, "a"), (41, Self.head(1)), (81, "a"), (82, Self.head(1)), (122, "a"), (123, Self.head(1)),
        ])
        await stream.serve()
        #expect(stream.statuses == [200, 200, 200, 408])
    }

    @Test func `a client that has its answer gets no second one`() async {
        let stream = ScriptedStream([(0, Self.head(100))])
        await stream.serve { _, _ in Answer(HTTPResponse(status: .contentTooLarge)) }
        #expect(stream.isClosed)
        #expect(stream.statuses == [413])
    }

    @Test func `a request behind one that waits for its answer has its own time`() async {
        let stream = ScriptedStream([(0, Self.head(1) + "a" + Self.head(1))])
        await stream.serve()
        #expect(stream.statuses == [200, 408])
    }
}
