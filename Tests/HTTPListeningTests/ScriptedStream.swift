// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import Synchronization

@testable import HTTPListening

/// A connection in memory: each piece arrives at its second, and time passes only while the server waits.
final class ScriptedStream: ByteStream, Outlet {
    private struct State {
        var now: UInt64 = 0
        var pieces: [(second: UInt64, bytes: [UInt8])]
        var room: [(second: UInt64, count: Int)]?
        var written: [UInt8] = []
        var isClosed = false
        var kept: Content?
    }

    private let state: Mutex<State>

    /// The client sends `pieces` at their seconds, and reads `room` bytes at each second; `nil` reads everything at
    /// once.
    init(_ pieces: [(second: UInt64, bytes: [UInt8])], taking room: [(second: UInt64, count: Int)]? = nil) {
        state = Mutex(State(pieces: pieces, room: room))
    }

    /// A client that sends texts.
    convenience init(_ pieces: [(second: UInt64, text: String)], taking room: [(second: UInt64, count: Int)]? = nil) {
        self.init(pieces.map { ($0.second, Array($0.text.utf8)) }, taking: room)
    }

    private static let second: UInt64 = 1_000_000_000

    var now: UInt64 { state.withLock(\.now) }
    var seconds: UInt64 { now / Self.second }
    /// The number of unread bytes from the client.
    var unread: Int { state.withLock { $0.pieces.reduce(0) { $0 + $1.bytes.count } } }
    var isClosed: Bool { state.withLock(\.isClosed) }
    var written: String { String(decoding: state.withLock(\.written), as: UTF8.self) }
    var statuses: [Int] { written.split(separator: "HTTP/1.1 ").compactMap { Int($0.prefix(3)) } }

    /// Kept by a handler beyond its request.
    var kept: Content? { state.withLock(\.kept) }
    func keep(_ content: Content) { state.withLock { $0.kept = content } }

    /// As for a handler that works.
    func pass(seconds: UInt64) { state.withLock { $0.now += seconds * Self.second } }

    @discardableResult func serve(
        _ handler: @escaping Handler = { request, _ in
            Answer(HTTPResponse(status: .ok), try await request.content?.collect(upTo: 1000) ?? [])
        }
    ) async -> ScriptedStream {
        var limits = Limits()
        limits.now = { [self] in now }
        await Connection(stream: self, limits: limits, handler: handler).run()
        return self
    }

    func read(
        into input: inout Input, atMost count: Int, until deadline: Deadline, cancellable: Bool
    ) async throws(ConnectionError) -> Int {
        let bytes: [UInt8]? = state.withLock { state in
            guard let next = state.pieces.first, next.second * Self.second < deadline.nanoseconds else {
                state.now = max(state.now, deadline.nanoseconds)
                return nil
            }
            state.now = max(state.now, next.second * Self.second)
            state.pieces[0].bytes = Array(next.bytes.dropFirst(count))
            if state.pieces[0].bytes.isEmpty { state.pieces.removeFirst() }
            return Array(next.bytes.prefix(count))
        }
        guard let bytes else { throw .timedOut }
        input.compact()
        input.append(bytes)
        return bytes.count
    }

    func write(_ bytes: [UInt8], each: Duration) async throws(ConnectionError) { try await send(bytes, each: each) }

    func take(_ bytes: UnsafeRawBufferPointer) -> Int? {
        state.withLock { state in
            var count = bytes.count
            if let next = state.room {
                guard let first = next.first, first.second * Self.second <= state.now else { return 0 }
                count = min(count, first.count)
                state.room?.removeFirst()
            }
            state.written += bytes.prefix(count)
            return count
        }
    }

    func room(until deadline: Deadline) async -> Outcome {
        state.withLock { state in
            guard let next = state.room?.first, next.second * Self.second < deadline.nanoseconds else {
                state.now = max(state.now, deadline.nanoseconds)
                return .timedOut
            }
            state.now = max(state.now, next.second * Self.second)
            return .ready
        }
    }

    func finish(each: Duration) async {}
    func begin() {}
    func end() -> Bool { true }
    var isDraining: Bool { false }
    func hangUp() async {}
    func close() { state.withLock { $0.isClosed = true } }
    func writePlain(_ bytes: [UInt8], each: Duration) async {}
    var peerCertificate: [UInt8]? { nil }
}
