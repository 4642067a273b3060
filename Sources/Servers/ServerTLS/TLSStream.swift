// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
import CTesseraTLS
import HTTPListening
import Synchronization

/// Owns an SSL and its two BIOs.
private struct Handle: ~Copyable {
    let ssl: OpaquePointer, input: OpaquePointer, output: OpaquePointer
    init?(_ identity: CurrentTLSIdentity.Pair) {
        guard let ssl = SSL_new(identity.usual.pointer) else { return nil }
        guard let input = BIO_new(BIO_s_mem()), let output = BIO_new(BIO_s_mem()) else {
            SSL_free(ssl)
            return nil
        }
        tls_eof_is_retry(input)
        SSL_set_bio(ssl, input, output)
        SSL_set_accept_state(ssl)
        _ = SSL_set_ex_data(ssl, 0, Unmanaged.passUnretained(identity.forNames).toOpaque())
        (self.ssl, self.input, self.output) = (ssl, input, output)
    }
    deinit { SSL_free(ssl) }
    func feed(_ bytes: [UInt8]) -> Int { Int(BIO_write(input, bytes, Int32(clamping: bytes.count))) }
    /// What must go to the peer.
    func ciphertext() -> [UInt8] {
        let count = tls_pending(output)
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, n in
            n = max(0, Int(BIO_read(output, buffer.baseAddress, Int32(clamping: buffer.count))))
        }
    }
}

/// TLS over another stream, by memory BIOs: OpenSSL sees no socket.
final class TLSStream: ByteStream {
    private let below: SocketStream, identity: CurrentTLSIdentity.Pair
    private let handle: Mutex<Handle?>
    private let begun = Mutex(false)
    init?(_ below: SocketStream, _ identity: CurrentTLSIdentity.Pair) {
        guard let handle = Handle(identity) else { return nil }
        (self.below, self.identity) = (below, identity)
        self.handle = Mutex(handle)
    }
    private enum Step {
        case bytes(Int)
        case more, ended, failed
    }

    func read(
        into input: inout Input, atMost count: Int, until deadline: Deadline, cancellable: Bool
    ) async throws(ConnectionError) -> Int {
        input.compact()
        while true {
            let (step, out): (Step, [UInt8]) = handle.withLock { h in
                guard let ssl = h?.ssl else { return (.failed, []) }
                ERR_clear_error()  // its queue belongs to the thread: cleared before, read right after
                var result: Int32 = 0
                let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, n in
                    result = SSL_read(ssl, buffer.baseAddress, Int32(clamping: buffer.count))
                    n = max(0, Int(result))
                }
                let step: Step
                if result > 0 {
                    if input.bytes.isEmpty { input.bytes = bytes } else { input.bytes += bytes }
                    step = .bytes(Int(result))
                } else {
                    step =
                        switch SSL_get_error(ssl, result) {
                        case SSL_ERROR_WANT_READ: .more
                        case SSL_ERROR_ZERO_RETURN: .ended
                        default: .failed
                        }
                    ERR_clear_error()
                }
                return (step, h?.ciphertext() ?? [])
            }
            // Handshake, session tickets, alerts, also those of a failure.
            if !out.isEmpty { try await below.write(out, each: .seconds(10)) }
            switch step {
            case .bytes(let n): return n
            case .ended: return 0
            case .failed: throw .closed
            case .more: break
            }
            var cipher = Input()
            guard try await below.read(into: &cipher, atMost: 16_384, until: deadline, cancellable: cancellable) > 0
            else { return 0 }
            if !begun.withLock({ b in
                defer { b = true }
                return b
            }), cipher.bytes[0] != 0x16 {
                // No TLS: plain HTTP gets an answer, anything else none.
                if (0x41...0x5a).contains(cipher.bytes[0]) { throw .plainHTTP }
                throw .closed
            }
            let taken = handle.withLock { h in h?.feed(cipher.bytes) ?? -1 }
            guard taken == cipher.bytes.count else { throw .closed }
        }
    }
    func write(_ bytes: [UInt8], each: Duration) async throws(ConnectionError) {
        var from = 0
        while from < bytes.count {
            // At most 64 KiB are encrypted ahead of the socket.
            let end = min(bytes.count, from + 65_536)
            let out: [UInt8]? = handle.withLock { h in
                guard let ssl = h?.ssl else { return nil }
                while from < end {
                    ERR_clear_error()
                    let n = bytes.withUnsafeBytes {
                        $0.baseAddress.map { SSL_write(ssl, $0 + from, Int32(end - from)) } ?? -1
                    }
                    guard n > 0 else { return nil }
                    from += Int(n)
                }
                return h?.ciphertext()
            }
            guard let out else { throw .closed }
            try await below.write(out, each: each)
        }
    }
    func finish() async {
        let out = handle.withLock { h -> [UInt8] in
            guard let ssl = h?.ssl else { return [] }
            ERR_clear_error()
            _ = SSL_shutdown(ssl)
            ERR_clear_error()
            return h?.ciphertext() ?? []
        }
        if !out.isEmpty { try? await below.write(out, each: .seconds(1)) }
        await below.finish()
    }
    func begin() { below.begin() }
    func end() -> Bool { below.end() }
    var isDraining: Bool { below.isDraining }
    func hangUp() async { await below.hangUp() }
    func close() {
        // Frees the SSL here and not with the last reference: a handler may keep its ClientConnection.
        handle.withLock { $0 = nil }
        below.close()
    }
    func writePlain(_ bytes: [UInt8]) async { try? await below.write(bytes, each: .seconds(1)) }
    var peerCertificate: [UInt8]? {
        handle.withLock { h in
            guard let ssl = h?.ssl, let certificate = SSL_get1_peer_certificate(ssl) else { return nil }
            defer { X509_free(certificate) }
            let count = i2d_X509(certificate, nil)
            guard count > 0 else { return nil }
            return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, n in
                var place = buffer.baseAddress  // i2d moves it behind what it wrote: `count` bytes
                n = Int(max(0, i2d_X509(certificate, &place)))
            }
        }
    }
}
