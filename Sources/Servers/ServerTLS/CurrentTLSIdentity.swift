// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
import CTesseraTLS
package import HTTPListening
package import HTTPServing
import OAuth
import Synchronization

/// Why certificates and key are no identity.
package struct TLSError: Error, CustomStringConvertible {
    /// OpenSSL's words.
    package let description: String

    /// The thread's last error; its queue is empty afterwards.
    static func last(_ otherwise: String) -> TLSError {
        defer { ERR_clear_error() }
        return TLSError(description: ERR_reason_error_string(ERR_peek_error()).map { String(cString: $0) } ?? otherwise)
    }
}

/// A certificate chain and its key, of one SSL_CTX. Whoever holds it keeps the context alive.
final class TLSContext: Sendable {
    // OpenSSL counts the references to a context, and locks what changes in it; after init nothing here changes it.
    nonisolated(unsafe) let pointer: OpaquePointer

    init(_ chain: String, _ key: String, asksForCertificate: Bool) throws {
        ERR_clear_error()
        guard let context = SSL_CTX_new(TLS_server_method()) else { throw TLSError.last("no context") }
        pointer = context
        tls_settings(context)
        tls_only_http11(context)
        var isFirst = true
        try Self.withPEM(chain) { bio in
            while let certificate = PEM_read_bio_X509(bio, nil, Self.noPassword, nil) {
                defer { X509_free(certificate) }
                let isTaken =
                    isFirst
                    ? SSL_CTX_use_certificate(context, certificate) == 1 : tls_add_chain(context, certificate) == 1
                guard isTaken else { throw TLSError.last("a certificate cannot be used") }
                isFirst = false
            }
            ERR_clear_error()  // the end of the text
        }
        guard !isFirst else { throw TLSError(description: "there is no certificate") }
        try Self.withPEM(key) { bio in
            guard let key = PEM_read_bio_PrivateKey(bio, nil, Self.noPassword, nil) else {
                throw TLSError.last("the key cannot be read")
            }
            defer { EVP_PKEY_free(key) }
            guard SSL_CTX_use_PrivateKey(context, key) == 1, SSL_CTX_check_private_key(context) == 1 else {
                throw TLSError.last("key and certificate do not belong together")
            }
        }
        // Without it a resumption on a port that asks for certificates ends in an alert.
        _ = SSL_CTX_set_session_id_context(context, "tessera", 7)
        if asksForCertificate { tls_any_certificate(context) }
        // The name decides during the handshake. The argument is the connection's, set when it is made.
        tls_server_name(context, Self.named, nil)
    }

    deinit { SSL_CTX_free(pointer) }

    /// OpenSSL would ask at the terminal.
    private static let noPassword:
        @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32 = { _, _, _, _ in
            -1
        }

    private static func withPEM(_ text: String, _ body: (OpaquePointer) throws -> Void) throws {
        var text = text
        try text.withUTF8 { bytes in
            guard let bio = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else {
                throw TLSError.last("no memory")
            }
            defer { BIO_free(bio) }
            try body(bio)
        }
    }

    private static let named:
        @convention(c) (OpaquePointer?, UnsafeMutablePointer<Int32>?, UnsafeMutableRawPointer?) -> Int32 = {
            ssl, _, _ in
            // The data are the TLSStream's own context for names: the stream holds it, and runs the handshake.
            guard let ssl, let data = SSL_get_ex_data(ssl, 0), SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name) != nil
            else { return SSL_TLSEXT_ERR_OK }
            let named = Unmanaged<TLSContext>.fromOpaque(data).takeUnretainedValue()
            return SSL_set_SSL_CTX(ssl, named.pointer) == nil ? SSL_TLSEXT_ERR_ALERT_FATAL : SSL_TLSEXT_ERR_OK
        }
}

/// The TLS identity of a server, which the program may replace while the server runs.
///
/// Each handshake takes the latest; open connections keep theirs.
package final class CurrentTLSIdentity: ConnectionSecurity {
    struct Pair: Sendable {
        let usual: TLSContext
        let forNames: TLSContext

        init(_ identity: TLSIdentity, asksForCertificate: Bool) throws {
            let key = identity.privateKey.revealed
            usual = try TLSContext(identity.certificates, key, asksForCertificate: asksForCertificate)
            forNames = try TLSContext(identity.certificatesForNames, key, asksForCertificate: asksForCertificate)
        }
    }
    private struct Content: Sendable {
        let silent: Pair
        let asking: Pair
    }

    private let content: Mutex<Content>

    /// Creates it with the first identity.
    ///
    /// - Throws: ``TLSError`` if certificates or key are invalid, or do not belong together.
    package init(_ identity: TLSIdentity) throws {
        content = Mutex(
            Content(
                silent: try Pair(identity, asksForCertificate: false),
                asking: try Pair(identity, asksForCertificate: true)))
    }

    /// Takes another identity for the handshakes from now on.
    package func replace(with other: CurrentTLSIdentity) {
        let latest = other.content.withLock { $0 }
        content.withLock { $0 = latest }
    }

    /// Puts TLS on the connections of a server: versions 1.2 and 1.3, as RFC 9325 §3.1.1 recommends.
    ///
    /// - Parameter asksForCertificate: Whether the server asks each client for a certificate. It takes each one that
    ///   the client has the private key of: only the endpoints judge its issuer (RFC 8705 §2.2, §6.2).
    /// - Returns: What wraps a socket.
    package func wrapping(asksForCertificate: Bool) -> @Sendable (SocketStream) -> (any ByteStream)? {
        { [self] socket in
            let latest = content.withLock { asksForCertificate ? $0.asking : $0.silent }
            return TLSStream(socket, latest)
        }
    }
}
