// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
import CTesseraTLS

final class TLSContext: Sendable {
    nonisolated(unsafe) let pointer: OpaquePointer  // Set up in `init` alone; OpenSSL locks what connections change.
    /// The context for clients that send a host name (SNI), retained here because OpenSSL has only its address.
    private let forNames: TLSContext?

    /// The chain starts with the server's certificate; `forNames` is for clients that send a host name (RFC 6066 §3).
    init(certificates: String, privateKey: String, forNames: TLSContext? = nil) throws(TLSError) {
        ERR_clear_error()
        guard let context = tessera_tls_context() else { throw TLSError(.unavailable) }
        pointer = context
        self.forNames = forNames
        try use(certificates: certificates)
        try use(privateKey: privateKey)
        if let forNames { tessera_tls_use_for_names(context, forNames.pointer) }
    }

    deinit { SSL_CTX_free(pointer) }

    private func use(certificates text: String) throws(TLSError) {
        var certificates: [OpaquePointer] = []
        defer {
            for certificate in certificates { X509_free(certificate) }
        }
        let isWhole = Self.reading(text) { source in
            while let certificate = PEM_read_bio_X509(source, nil, tessera_refuse_password, nil) {
                certificates.append(certificate)
            }
            // At the end of the text, the error is a missing start of the next block.
            let error = ERR_peek_last_error()
            return ERR_GET_LIB(error) == ERR_LIB_PEM && ERR_GET_REASON(error) == PEM_R_NO_START_LINE
        }
        guard isWhole == true else { throw TLSError(.damagedCertificate) }
        ERR_clear_error()
        guard let first = certificates.first else { throw TLSError(.noCertificate) }
        guard SSL_CTX_use_certificate(pointer, first) == 1 else { throw TLSError(.refusedCertificate) }
        for certificate in certificates.dropFirst() {
            guard tessera_tls_add_to_chain(pointer, certificate) == 1 else { throw TLSError(.refusedCertificate) }
        }
    }

    private func use(privateKey text: String) throws(TLSError) {
        let key = Self.reading(text) { source in PEM_read_bio_PrivateKey(source, nil, tessera_refuse_password, nil) }
        guard let key else { throw TLSError(.unreadableKey) }
        defer { EVP_PKEY_free(key) }
        guard SSL_CTX_use_PrivateKey(pointer, key) == 1, SSL_CTX_check_private_key(pointer) == 1 else {
            throw TLSError(.keyMismatch)
        }
    }

    private static func reading<Result>(_ text: String, _ body: (OpaquePointer) -> Result?) -> Result? {
        var text = text
        return text.withUTF8 { bytes in
            guard let count = Int32(exactly: bytes.count), let source = BIO_new_mem_buf(bytes.baseAddress, count) else {
                return nil
            }
            defer { BIO_free(source) }
            return body(source)
        }
    }
}
