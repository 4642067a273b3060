// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL

/// The reason why certificates and a key cannot be the identity of a server.
package struct TLSError: Error, Sendable {
    /// The kinds of failure, in words.
    package enum Code: String, Sendable, CaseIterable {
        /// The text of the certificates has no certificate as PEM.
        case noCertificate = "there is no certificate as PEM"
        /// A certificate is incomplete or is not DER.
        case damagedCertificate = "a certificate is damaged"
        /// OpenSSL does not use the certificate, for example because its key is too small.
        case refusedCertificate = "a certificate cannot be used"
        /// The text of the key has no private key as PEM, or an encrypted one.
        case unreadableKey = "the private key is not PEM, or it is encrypted"
        /// The key is not that of the first certificate.
        case keyMismatch = "the private key is not that of the first certificate"
        /// OpenSSL offers no TLS as servers here need it.
        case unavailable = "OpenSSL offers no TLS 1.2"
    }

    /// The kind of failure.
    package let code: Code
    /// OpenSSL's reason, which holds no part of a key; `nil` if it gives none.
    private let reason: String?

    /// Creates an error with the reason of the first error in the thread's queue, and clears the queue.
    init(_ code: Code) {
        self.code = code
        reason = ERR_reason_error_string(ERR_peek_error()).map { String(cString: $0) }
        ERR_clear_error()
    }
}

extension TLSError: CustomStringConvertible {
    /// The failure and, in brackets, the reason in OpenSSL's words.
    package var description: String { reason.map { "\(code.rawValue) (\($0))" } ?? code.rawValue }
}
