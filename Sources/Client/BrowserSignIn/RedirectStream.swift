// SPDX-License-Identifier: Apache-2.0
import HTTPListening
import Synchronization

/// A browser's connection, which is closed when it sends more than any redirect needs.
///
/// The limit is not tighter, because browsers send to loopback all cookies that programs ever set there.
final class RedirectStream: ByteStream {
    /// How many bytes a connection may send.
    static let limit = 32 * 1024

    private struct State {
        var bytesLeft = RedirectStream.limit
        var finish: (@Sendable (_ isSent: Bool) -> Void)?
    }

    let socket: SocketStream
    private let left: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - socket: The connection.
    ///   - left: Is called when the connection is closed.
    init(_ socket: SocketStream, whenClosed left: @escaping @Sendable () -> Void) {
        self.socket = socket
        self.left = left
    }

    /// Calls `finish` when the next answer has been sent, or cannot be sent.
    func whenSent(_ finish: @escaping @Sendable (_ isSent: Bool) -> Void) { state.withLock { $0.finish = finish } }

    func read(
        into input: inout Input, atMost count: Int, until deadline: Deadline, cancellable: Bool
    ) async throws(ConnectionError) -> Int {
        let received = try await socket.read(into: &input, atMost: count, until: deadline, cancellable: cancellable)
        let isTooLong = state.withLock { state in
            state.bytesLeft -= received
            return state.bytesLeft < 0
        }
        guard !isTooLong else { throw .closed }
        return received
    }

    func write(_ bytes: [UInt8], each: Duration) async throws(ConnectionError) {
        let finish = state.withLock { state in
            defer { state.finish = nil }
            return state.finish
        }
        do throws(ConnectionError) {
            try await socket.write(bytes, each: each)
        } catch {
            finish?(false)
            throw error
        }
        finish?(true)
    }

    func finish() async { await socket.finish() }
    func begin() { socket.begin() }
    func end() -> Bool { socket.end() }
    var isDraining: Bool { socket.isDraining }
    func hangUp() async { await socket.hangUp() }
    func close() {
        socket.close()
        left()
    }
    func writePlain(_ bytes: [UInt8]) async { await socket.writePlain(bytes) }
    var peerCertificate: [UInt8]? { nil }
}
