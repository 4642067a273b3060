// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets

/// The bytes of a connection; one reader and one writer at a time.
package protocol ByteStream: AnyObject, Sendable {
    /// Appends at most `count` bytes; 0: the peer has ended its side.
    func read(
        into input: inout Input, atMost count: Int, until deadline: Deadline, cancellable: Bool
    ) async throws(ConnectionError) -> Int
    /// `each` is the longest time until some of the bytes are taken; it begins again with each piece.
    func write(_ bytes: [UInt8], each: Duration) async throws(ConnectionError)
    /// Ends our side: FIN, before it close_notify.
    func finish() async
    /// A request begins: the end of the server waits for its answer.
    func begin()
    /// The answer has been sent. `false`: the server drains, so it was the last one.
    func end() -> Bool
    /// Whether the server drains: the answer says that the connection ends.
    var isDraining: Bool { get }
    /// Returns when the client has gone, or the task is cancelled.
    func hangUp() async
    func close()
    /// Past TLS.
    func writePlain(_ bytes: [UInt8]) async
    var peerCertificate: [UInt8]? { get }
}

package final class SocketStream: ByteStream {
    package let source: Source
    package init(_ source: Source) { self.source = source }

    package func read(
        into input: inout Input, atMost count: Int, until deadline: Deadline, cancellable: Bool
    ) async throws(ConnectionError) -> Int {
        input.compact()
        while true {
            switch await source.wait(for: .readable, until: deadline, cancellable: cancellable) {
            case .ready: break
            case .timedOut: throw .timedOut
            case .cancelled: throw .cancelled
            case .interrupted: throw .closed
            }
            let tick = source.tick
            var result = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, n in
                // The kernel writes at most the buffer's count; what it wrote is what is taken.
                if let base = buffer.baseAddress { result = ct_receive(source.descriptor, base, buffer.count) }
                n = max(0, result)
            }
            if result < count { source.emptied(.readable, since: tick) }  // a short read: drained
            if result > 0 {
                if input.bytes.isEmpty { input.bytes = bytes } else { input.bytes += bytes }
                return result
            }
            if result == 0 { return 0 }
            if ct_again(Int32(result)) == 0 { throw .closed }
        }
    }
    package func write(_ bytes: [UInt8], each: Duration) async throws(ConnectionError) {
        try await source.send(bytes, each: each)
    }
    package func finish() async { _ = ct_finish(source.descriptor) }
    package func begin() { source.begin() }
    package func end() -> Bool { source.end() }
    package var isDraining: Bool { source.isDraining }
    package func hangUp() async { _ = await source.wait(for: .hungUp, cancellable: true) }
    package func close() { source.close() }
    package func writePlain(_ bytes: [UInt8]) async { try? await write(bytes, each: .seconds(1)) }
    package var peerCertificate: [UInt8]? { nil }
}

/// What puts TLS on connections.
package protocol ConnectionSecurity: Sendable {
    /// Puts TLS on a socket; `nil` if it cannot.
    func wrapping(asksForCertificate: Bool) -> @Sendable (SocketStream) -> (any ByteStream)?
}
