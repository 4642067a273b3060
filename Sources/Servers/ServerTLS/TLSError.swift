// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL

package struct TLSError: Error, Sendable {
    package enum Code: String, Sendable, CaseIterable {
        case noCertificate = "the file contains no PEM certificate"
        case damagedCertificate = "a certificate is damaged"
        /// OpenSSL rejects the certificate, for example because its key is too small.
        case refusedCertificate = "a certificate cannot be used"
        case unreadableKey = "the private key is not PEM, or it is encrypted"
        case keyMismatch = "the private key does not match the first certificate"
        case unavailable = "OpenSSL does not support TLS 1.2"
    }

    package let code: Code
    /// OpenSSL's reason, which contains no part of a key.
    private let reason: String?

    /// Reads the first error of the thread's queue, and clears the queue.
    init(_ code: Code) {
        self.code = code
        reason = ERR_reason_error_string(ERR_peek_error()).map { String(cString: $0) }
        ERR_clear_error()
    }
}

extension TLSError: CustomStringConvertible {
    package var description: String { reason.map { "\(code.rawValue) (\($0))" } ?? code.rawValue }
}
