// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
import CTesseraTLS
import HTTPListening

/// The server's TLS on one connection, without I/O: the caller passes bytes in and out.
///
/// Each call can leave bytes for the peer, even a read that fails: the caller sends ``takeCiphertext()`` after it.
/// After a failure, that is the last call: SSL_get_error(3).
struct TLSSession: ~Copyable {
    enum Reading: Sendable {
        case plaintext([UInt8])
        case needsCiphertext
        /// The peer has ended its side with close_notify. RFC 8446 §6.1
        case ended
        /// The peer violated the protocol, or a record was modified; the session is unusable.
        case failed
    }

    /// The maximum plaintext of a record, in bytes. RFC 8446 §5.1
    static let longestPlaintext = 16_384

    let connection: OpaquePointer
    /// Retains the context for names, which the handshake may need.
    private let context: TLSContext
    private var hasReceived = false

    init?(_ context: TLSContext, asksForCertificate: Bool) {
        guard let connection = tessera_tls_connection(context.pointer, asksForCertificate) else { return nil }
        self.connection = connection
        self.context = context
    }

    deinit { SSL_free(connection) }

    /// Accepts all bytes of the peer; none if it has ended its side of the connection.
    ///
    /// - Throws: `ConnectionError`: `plainHTTP` if the first byte is a capital letter, as in the methods of HTTP, and
    ///   `closed` if the connection otherwise begins without a handshake, or ends without close_notify: an attacker
    ///   may have truncated it. RFC 8446 §6.1
    mutating func receive(_ ciphertext: [UInt8]) throws(ConnectionError) {
        guard let first = ciphertext.first else { throw .closed }
        if !hasReceived {
            hasReceived = true
            switch first {
            case UInt8(SSL3_RT_HANDSHAKE): break
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): throw .plainHTTP
            default: throw .closed
            }
        }
        guard Self.moves({ BIO_write_ex(SSL_get_rbio(connection), ciphertext, ciphertext.count, $0) }) else {
            throw .closed
        }
    }

    /// Continues the handshake, and then decrypts at most one received record.
    func read(atMost count: Int) -> Reading {
        // `SSL_get_error` reads the thread's queue, which must contain only the errors of this call.
        ERR_clear_error()
        defer { ERR_clear_error() }
        let capacity = min(count, Self.longestPlaintext)
        let plaintext = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initializedCount in
            // After a failure, the count stays 0.
            _ = SSL_read_ex(connection, buffer.baseAddress, capacity, &initializedCount)
        }
        guard plaintext.isEmpty else { return .plaintext(plaintext) }
        switch SSL_get_error(connection, 0) {
        case SSL_ERROR_WANT_READ:
            // An idle connection waits here; a download does not.
            tessera_tls_shrink(connection)
            return .needsCiphertext
        case SSL_ERROR_ZERO_RETURN: return .ended
        default: return .failed
        }
    }

    /// Encrypts at least one byte for the peer; `false` means that the session has failed.
    func write(_ plaintext: ArraySlice<UInt8>) -> Bool {
        ERR_clear_error()
        defer { ERR_clear_error() }
        return plaintext.withUnsafeBytes { bytes in
            Self.moves { SSL_write_ex(connection, bytes.baseAddress, bytes.count, $0) }
        }
    }

    private static func moves(_ write: (UnsafeMutablePointer<Int>) -> CInt) -> Bool {
        var count = 0
        return write(&count) == 1
    }

    /// Writes close_notify, which proves to the peer that nothing was truncated. RFC 8446 §6.1
    func end() {
        ERR_clear_error()
        defer { ERR_clear_error() }
        _ = SSL_shutdown(connection)
    }

    func takeCiphertext() -> [UInt8] {
        let count = tessera_tls_pending(connection)
        // Most reads leave none, and an array made without bytes writes to storage that all threads share.
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            _ = BIO_read_ex(SSL_get_wbio(connection), buffer.baseAddress, count, &initializedCount)
        }
    }

    /// The DER certificate whose key the client has proved to have.
    var peerCertificate: [UInt8]? {
        guard let certificate = SSL_get0_peer_certificate(connection) else { return nil }
        let count = Int(i2d_X509(certificate, nil))
        guard count > 0 else { return nil }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            var end = buffer.baseAddress
            initializedCount = i2d_X509(certificate, &end) == count ? count : 0
        }
    }
}
