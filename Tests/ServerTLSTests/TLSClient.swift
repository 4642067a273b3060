// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
import CTesseraTLS
import Fixtures
import X509Certificates

protocol PresentedCertificate: Sendable {
    var der: Data { get }
    var privateKeyPEM: String { get }
}

extension TestCertificate: PresentedCertificate {}

/// OpenSSL's own client, in memory.
final class TLSClient {
    /// The client's offer.
    struct Offer: Sendable {
        var minimumVersion = TLS1_2_VERSION
        var maximumVersion = TLS1_3_VERSION
        var name: String?
        var protocols: [String] = []
        /// The TLS 1.2 suites, in OpenSSL's syntax.
        var suites = "ALL:@SECLEVEL=0"
        var certificate: (any PresentedCertificate)?
    }

    final class Session {
        fileprivate let pointer: OpaquePointer
        fileprivate init(_ pointer: OpaquePointer) { self.pointer = pointer }
        deinit { SSL_SESSION_free(pointer) }
    }

    let connection: OpaquePointer
    private(set) var plaintext: [UInt8] = []
    /// The server has sent close_notify.
    private(set) var hasEnd = false
    /// The client has refused the server, or received an alert.
    private(set) var hasFailed = false
    /// The server's alert. RFC 8446 §6
    private(set) var alert: Int32?

    init?(_ offer: Offer, resuming session: Session? = nil) {
        guard let context = SSL_CTX_new(TLS_client_method()) else { return nil }
        defer { SSL_CTX_free(context) }
        SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(offer.minimumVersion), nil)
        SSL_CTX_ctrl(context, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(offer.maximumVersion), nil)
        guard SSL_CTX_set_cipher_list(context, offer.suites) == 1 else { return nil }
        if let certificate = offer.certificate, !Self.use(certificate, in: context) { return nil }
        guard let connection = SSL_new(context) else { return nil }
        self.connection = connection
        let (input, output) = (BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()))
        BIO_ctrl(input, BIO_C_SET_BUF_MEM_EOF_RETURN, -1, nil)
        SSL_set_bio(connection, input, output)
        SSL_set_connect_state(connection)
        if let name = offer.name {
            _ = name.withCString { text in
                SSL_ctrl(
                    connection, SSL_CTRL_SET_TLSEXT_HOSTNAME, Int(TLSEXT_NAMETYPE_host_name),
                    UnsafeMutablePointer(mutating: text))
            }
        }
        let protocols = offer.protocols.flatMap { [UInt8($0.utf8.count)] + $0.utf8 }
        if !protocols.isEmpty { SSL_set_alpn_protos(connection, protocols, UInt32(protocols.count)) }
        if let session { SSL_set_session(connection, session.pointer) }
    }

    deinit { SSL_free(connection) }

    private static func use(_ certificate: any PresentedCertificate, in context: OpaquePointer) -> Bool {
        let text = Array(certificate.privateKeyPEM.utf8)
        let der = Array(certificate.der)
        let key = text.withUnsafeBytes { bytes in
            let source = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count))
            defer { BIO_free(source) }
            return PEM_read_bio_PrivateKey(source, nil, nil, nil)
        }
        defer { EVP_PKEY_free(key) }
        return SSL_CTX_use_certificate_ASN1(context, Int32(der.count), der) == 1
            && SSL_CTX_use_PrivateKey(context, key) == 1
    }

    /// Continues the handshake, and reads all available data.
    func advance() {
        ERR_clear_error()
        defer { ERR_clear_error() }
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while !hasFailed, !hasEnd {
            let count = SSL_read(connection, &buffer, Int32(buffer.count))
            switch SSL_get_error(connection, count) {
            case SSL_ERROR_NONE: plaintext += buffer.prefix(Int(count))
            case SSL_ERROR_WANT_READ: return
            case SSL_ERROR_ZERO_RETURN: hasEnd = true
            default:
                hasFailed = true
                let reason = ERR_GET_REASON(ERR_peek_error())
                if reason > SSL_AD_REASON_OFFSET { alert = reason - SSL_AD_REASON_OFFSET }
            }
        }
    }

    func receive(_ ciphertext: some Collection<UInt8>) {
        guard !ciphertext.isEmpty else { return }
        BIO_write(SSL_get_rbio(connection), Array(ciphertext), Int32(ciphertext.count))
    }

    func write(_ bytes: [UInt8]) { SSL_write(connection, bytes, Int32(bytes.count)) }
    func end() { SSL_shutdown(connection) }

    func takeCiphertext() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: tessera_tls_pending(connection))
        let count = BIO_read(SSL_get_wbio(connection), &bytes, Int32(bytes.count))
        return Array(bytes.prefix(max(0, Int(count))))
    }

    var isConnected: Bool { SSL_is_init_finished(connection) == 1 && !hasFailed }
    var version: Int32 { SSL_version(connection) }
    var hasResumed: Bool { SSL_session_reused(connection) == 1 }
    var session: Session? { SSL_get1_session(connection).map(Session.init) }

    /// The protocol that the server chose.
    var chosenProtocol: String? {
        var (name, count) = (UnsafePointer<UInt8>?.none, UInt32(0))
        SSL_get0_alpn_selected(connection, &name, &count)
        return name.map { String(decoding: UnsafeBufferPointer(start: $0, count: Int(count)), as: UTF8.self) }
    }

    /// The certificate that the server sent.
    var serverCertificate: X509Certificate? {
        guard let certificate = SSL_get0_peer_certificate(connection) else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(i2d_X509(certificate, nil)))
        bytes.withUnsafeMutableBufferPointer { buffer in
            var end = buffer.baseAddress
            i2d_X509(certificate, &end)
        }
        return X509Certificate(derEncoded: bytes)
    }

    /// The number of certificates that the server sent.
    var chainLength: Int32 { SSL_get_peer_cert_chain(connection).map { OPENSSL_sk_num($0) } ?? 0 }
}
