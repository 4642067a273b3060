// SPDX-License-Identifier: Apache-2.0
import HTTPListening
import Synchronization

/// A browser's connection, which notes when the answer has been sent.
final class RedirectStream: ByteStream {
    /// Both ends of the connection.
    let ends: SocketEnds
    private let socket: SocketStream
    private let lastRead: Deadline
    private let left: @Sendable () -> Void
    private let finish = Mutex<(@Sendable (_ isSent: Bool) -> Void)?>(nil)

    /// - Parameters:
    ///   - socket: The connection.
    ///   - ends: Both ends of it.
    ///   - lastRead: When the connection ends unless its request has come.
    ///   - left: Is called when the connection is closed.
    init(
        _ socket: SocketStream, _ ends: SocketEnds, until lastRead: Deadline,
        whenClosed left: @escaping @Sendable () -> Void
    ) {
        (self.socket, self.ends, self.lastRead, self.left) = (socket, ends, lastRead, left)
    }

    /// Calls `finish` when the next answer has been sent, or cannot be sent.
    func whenSent(_ finish: @escaping @Sendable (_ isSent: Bool) -> Void) { self.finish.withLock { $0 = finish } }

    func write(_ bytes: [UInt8], each: Duration) async throws(ConnectionError) {
        let finish = finish.withLock { $0.take() }
        do throws(ConnectionError) {
            try await socket.write(bytes, each: each)
        } catch {
            finish?(false)
            throw error
        }
        finish?(true)
    }

    func close() {
        socket.close()
        left()
    }

    func read(
        into input: inout Input, atMost count: Int, until deadline: Deadline, cancellable: Bool
    ) async throws(ConnectionError) -> Int {
        try await socket.read(into: &input, atMost: count, until: min(deadline, lastRead), cancellable: cancellable)
    }

    func finish(each: Duration) async { await socket.finish(each: each) }
    func begin() { socket.begin() }
    func end() -> Bool { socket.end() }
    var isDraining: Bool { socket.isDraining }
    func hangUp() async { await socket.hangUp() }
    func writePlain(_ bytes: [UInt8], each: Duration) async { await socket.writePlain(bytes, each: each) }
    var peerCertificate: [UInt8]? { nil }
}
