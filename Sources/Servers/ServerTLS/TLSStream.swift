// SPDX-License-Identifier: Apache-2.0
import HTTPListening
import Synchronization

/// TLS over the socket of a connection; a read can write, too.
final class TLSStream: ByteStream {
    private static let handshakeDuration = Duration.seconds(10)
    private static let bytesAhead = 65_536

    private let socket: any ByteStream
    /// `nil` after the close, and after a failure.
    private let session: Mutex<TLSSession?>

    init?(_ socket: any ByteStream, _ context: TLSContext, asksForCertificate: Bool) {
        guard let session = TLSSession(context, asksForCertificate: asksForCertificate) else { return nil }
        self.socket = socket
        self.session = Mutex(session)
    }

    func read(
        into input: inout Input, atMost count: Int, until deadline: Deadline, cancellable: Bool
    ) async throws(ConnectionError) -> Int {
        input.compact()
        while true {
            let (reading, ciphertext) = session.withLock { session in
                let reading = session?.read(atMost: count) ?? .failed
                let ciphertext = session?.takeCiphertext() ?? []
                if case .failed = reading { session = nil }
                return (reading, ciphertext)
            }
            // The handshake, tickets, and alerts, including that of a failure.
            if !ciphertext.isEmpty { try await socket.write(ciphertext, each: Self.handshakeDuration) }
            switch reading {
            case .plaintext(let bytes):
                input.append(bytes)
                return bytes.count
            case .ended: return 0
            case .failed: throw .closed
            case .needsCiphertext: break
            }
            var received = Input()
            _ = try await socket.read(
                into: &received, atMost: TLSSession.longestPlaintext, until: deadline, cancellable: cancellable)
            try session.withLock { (session) throws(ConnectionError) in
                try session?.receive(received.bytes)
            }
        }
    }

    func write(_ bytes: [UInt8], each: Duration) async throws(ConnectionError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let next = rest.prefix(Self.bytesAhead)
            let (isWritten, ciphertext) = session.withLock { session in
                let isWritten = session?.write(next) == true
                let ciphertext = session?.takeCiphertext() ?? []
                if !isWritten { session = nil }
                return (isWritten, ciphertext)
            }
            if !ciphertext.isEmpty { try await socket.write(ciphertext, each: each) }
            guard isWritten else { throw .closed }
            rest = rest.dropFirst(next.count)
        }
    }

    func finish(each: Duration) async {
        let ciphertext = session.withLock { session in
            session?.end()
            return session?.takeCiphertext() ?? []
        }
        if !ciphertext.isEmpty { try? await socket.write(ciphertext, each: each) }
        await socket.finish(each: each)
    }

    func close() {
        // A handler can retain its connection, but the session must not live as long.
        session.withLock { $0 = nil }
        socket.close()
    }

    func writePlain(_ bytes: [UInt8], each: Duration) async { await socket.writePlain(bytes, each: each) }
    func begin() { socket.begin() }
    func end() -> Bool { socket.end() }
    func hangUp() async { await socket.hangUp() }
    var isDraining: Bool { socket.isDraining }
    var peerCertificate: [UInt8]? { session.withLock { $0?.peerCertificate } }
}
