// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
import CTesseraTLS
import HTTPListening

/// The server's TLS on one connection, without input or output of its own: bytes go in and come out by calls.
///
/// Each call may leave bytes for the peer, also a read that fails: the caller sends ``takeCiphertext()`` after it.
/// After a failure, that is the last call: SSL_get_error(3).
struct TLSSession: ~Copyable {
    /// The result of a read.
    enum Reading: Sendable {
        /// Decrypted bytes; at least one.
        case plaintext([UInt8])
        /// The rest of a record or of the handshake is missing.
        case needsCiphertext
        /// The peer has ended its side with close_notify. RFC 8446 §6.1
        case ended
        /// The peer broke the protocol, or a record was changed; nothing more can be read or written.
        case failed
    }

    /// The longest plaintext of a record, in bytes. RFC 8446 §5.1
    static let longestPlaintext = 16_384

    let connection: OpaquePointer
    /// Keeps the context for names, which the handshake may need.
    private let context: TLSContext
    private var hasReceived = false

    /// Creates the server's side of a handshake; `nil` if there is no memory.
    init?(_ context: TLSContext, asksForCertificate: Bool) {
        guard let connection = tessera_tls_connection(context.pointer, asksForCertificate) else { return nil }
        self.connection = connection
        self.context = context
    }

    deinit { SSL_free(connection) }

    /// Takes bytes of the peer, all of them.
    ///
    /// - Parameter ciphertext: The bytes; none if the peer has ended its side of the connection.
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

    /// Continues the handshake, and then decrypts at most one record of what was received.
    func read(atMost count: Int) -> Reading {
        // `SSL_get_error` reads the queue of the thread, which must hold the errors of this call alone.
        ERR_clear_error()
        defer { ERR_clear_error() }
        let capacity = min(count, Self.longestPlaintext)
        let plaintext = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initializedCount in
            // A failure leaves the count 0.
            _ = SSL_read_ex(connection, buffer.baseAddress, capacity, &initializedCount)
        }
        guard plaintext.isEmpty else { return .plaintext(plaintext) }
        switch SSL_get_error(connection, 0) {
        case SSL_ERROR_WANT_READ:
            // An idle connection waits here, and a download does not.
            tessera_tls_shrink(connection)
            return .needsCiphertext
        case SSL_ERROR_ZERO_RETURN: return .ended
        default: return .failed
        }
    }

    /// Encrypts bytes for the peer; at least one.
    ///
    /// - Returns: Whether the session can still write; if not, it has failed.
    func write(_ plaintext: ArraySlice<UInt8>) -> Bool {
        ERR_clear_error()
        defer { ERR_clear_error() }
        return plaintext.withUnsafeBytes { bytes in
            Self.moves { SSL_write_ex(connection, bytes.baseAddress, bytes.count, $0) }
        }
    }

    /// Calls a function that writes all bytes or none, but requires a pointer for the count.
    private static func moves(_ write: (UnsafeMutablePointer<Int>) -> CInt) -> Bool {
        var count = 0
        return write(&count) == 1
    }

    /// Writes close_notify: the peer knows then that nothing was cut off. RFC 8446 §6.1
    func end() {
        ERR_clear_error()
        defer { ERR_clear_error() }
        _ = SSL_shutdown(connection)
    }

    /// Returns the bytes that must go to the peer, and forgets them.
    func takeCiphertext() -> [UInt8] {
        let count = tessera_tls_pending(connection)
        // Most reads leave none, and an array made without bytes writes to storage that all threads share.
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            _ = BIO_read_ex(SSL_get_wbio(connection), buffer.baseAddress, count, &initializedCount)
        }
    }

    /// The certificate in DER whose key the client has proved; `nil` without one.
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
