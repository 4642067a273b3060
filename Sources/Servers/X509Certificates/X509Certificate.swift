// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL
package import PortableFoundation

/// A certificate, parsed and verified by OpenSSL. RFC 5280
///
/// Our own code writes certificates (``CertificateDraft``), validates their times, and chooses the trusted authorities.
/// Test oracles: for writing, the command `openssl`, Go's `crypto/x509`, and Python's `cryptography`; for verification,
/// NIST's PKITS; for the parser of Apple's systems (``CertificateFields``), OpenSSL.
package struct X509Certificate: Sendable {
    private final class Handle: Sendable {
        nonisolated(unsafe) let pointer: OpaquePointer  // Never changed; OpenSSL locks what it computes later.
        init(_ pointer: OpaquePointer) { self.pointer = pointer }
        deinit { X509_free(pointer) }
    }

    private let handle: Handle
    var pointer: OpaquePointer { handle.pointer }

    package let bytes: [UInt8]
    package let notBefore: Date
    package let notAfter: Date
    package let subject: DistinguishedName
    package let issuer: DistinguishedName
    package let publicKeyInfo: [UInt8]

    package init?(derEncoded bytes: some Collection<UInt8>) {
        self.bytes = Array(bytes)
        guard let pointer = self.bytes.withUnsafeBufferPointer({ tessera_x509($0.baseAddress, $0.count) }) else {
            return nil
        }
        handle = Handle(pointer)
        var (start, end) = (Int64(0), Int64(0))
        guard tessera_x509_validity(pointer, &start, &end),
            let subject = DistinguishedName(X509_get_subject_name(pointer)),
            let issuer = DistinguishedName(X509_get_issuer_name(pointer)),
            let publicKeyInfo = Self.publicKeyInfo(X509_get_X509_PUBKEY(pointer))
        else { return nil }
        notBefore = Date(timeIntervalSince1970: Double(start))
        notAfter = Date(timeIntervalSince1970: Double(end))
        (self.subject, self.issuer, self.publicKeyInfo) = (subject, issuer, publicKeyInfo)
    }

    /// Whether the signature uses SHA-1, for which two certificates with the same signature can be made.
    package var isSignedWithSHA1: Bool {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        var digest: Int32 = 0
        return X509_get_signature_info(pointer, &digest, nil, nil, nil) == 1 && digest == NID_sha1
    }

    /// Whether the key may sign, and authenticate clients; without limits of its use, it may do both.
    ///
    /// RFC 5280 §4.2.1.3, §4.2.1.12; RFC 8446 §4.4.2.4
    package var isForClients: Bool {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        // Without the extensions, all bits are set.
        return X509_get_key_usage(pointer) & UInt32(KU_DIGITAL_SIGNATURE) != 0
            && X509_get_extended_key_usage(pointer) & UInt32(XKU_SSL_CLIENT | XKU_ANYEKU) != 0
    }

    private static func publicKeyInfo(_ key: OpaquePointer?) -> [UInt8]? {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509_PUBKEY(key, &bytes)
        defer { CRYPTO_free(bytes, #file, #line) }
        return count > 0 ? Array(UnsafeBufferPointer(start: bytes, count: Int(count))) : nil
    }

    /// See RFC 5280 §4.2.1.2.
    package var keyIdentifier: [UInt8]? {
        var count = 0
        return tessera_x509_key_identifier(pointer, &count).map { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }

    /// Checks only the signature, not names and times; `authority` can be this certificate.
    package func isSigned(by authority: X509Certificate) -> Bool {
        tessera_x509_is_signed(pointer, authority.pointer)
    }

    /// Whether one of the authorities directly issued it, or is it, and both are valid at a time. RFC 5280 §6.1
    ///
    /// An authority need not be a root, but intermediates are not accepted. SHA-1 signatures and keys below 112 bits of
    /// security are refused. ``isForClients`` is not checked.
    package func isIssued(byOneOf authorities: [X509Certificate], at now: Date) -> Bool {
        isValid(at: now)
            && authorities.contains { $0.isValid(at: now) && tessera_x509_vouches($0.pointer, pointer) }
    }

    /// Includes both instants, though OpenSSL refuses `notAfter`, but not the rest of that second. RFC 5280 §4.1.2.5
    private func isValid(at now: Date) -> Bool { notBefore <= now && now <= notAfter }
}
#endif
