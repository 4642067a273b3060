// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL
package import PortableFoundation

/// A certificate, which OpenSSL reads and verifies. RFC 5280
///
/// Our own code writes certificates (``CertificateDraft``), validates their times, and chooses the authorities that may
/// vouch. Oracles of what is written: the command `openssl`, Go's `crypto/x509`, and Python's `cryptography`. Oracle of
/// what is verified: NIST's PKITS. Oracle of what Apple's systems read in Swift (``CertificateFields``): OpenSSL.
package struct X509Certificate: Sendable {
    private final class Handle: Sendable {
        nonisolated(unsafe) let pointer: OpaquePointer  // Never changed; OpenSSL locks what it computes later.
        init(_ pointer: OpaquePointer) { self.pointer = pointer }
        deinit { X509_free(pointer) }
    }

    private let handle: Handle
    var pointer: OpaquePointer { handle.pointer }

    /// The certificate in DER.
    package let bytes: [UInt8]
    /// The first instant at which the certificate is valid.
    package let notBefore: Date
    /// The last instant at which the certificate is valid.
    package let notAfter: Date
    /// The name of the owner of the key.
    package let subject: DistinguishedName
    /// The name of the owner of the key that signed.
    package let issuer: DistinguishedName
    /// The key in DER. RFC 5280 §4.1.2.7
    package let publicKeyInfo: [UInt8]

    /// Reads a certificate and nothing after it; `nil` for anything else.
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

    /// Whether its signature uses SHA-1, with which two certificates can be made that have one signature.
    package var isSignedWithSHA1: Bool {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        var digest: Int32 = 0
        return X509_get_signature_info(pointer, &digest, nil, nil, nil) == 1 && digest == NID_sha1
    }

    /// Whether clients may use it: its key may sign, and authenticate clients.
    ///
    /// A certificate that does not limit the use of its key allows both.
    ///
    /// RFC 5280 §4.2.1.3, §4.2.1.12; RFC 8446 §4.4.2.4
    package var isForClients: Bool {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        // Without the extensions, all bits are set.
        return X509_get_key_usage(pointer) & UInt32(KU_DIGITAL_SIGNATURE) != 0
            && X509_get_extended_key_usage(pointer) & UInt32(XKU_SSL_CLIENT | XKU_ANYEKU) != 0
    }

    /// Encodes a key; `nil` if OpenSSL cannot.
    private static func publicKeyInfo(_ key: OpaquePointer?) -> [UInt8]? {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509_PUBKEY(key, &bytes)
        defer { CRYPTO_free(bytes, #file, #line) }
        return count > 0 ? Array(UnsafeBufferPointer(start: bytes, count: Int(count))) : nil
    }

    /// The identifier of its key; `nil` without one. RFC 5280 §4.2.1.2
    package var keyIdentifier: [UInt8]? {
        var count = 0
        return tessera_x509_key_identifier(pointer, &count).map { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }

    /// Whether the key of another certificate, or of this one, signed it, regardless of names and times.
    package func isSigned(by authority: X509Certificate) -> Bool {
        tessera_x509_is_signed(pointer, authority.pointer)
    }

    /// Whether one of the authorities itself issued it, or is it, and both are valid at a time. RFC 5280 §6.1
    ///
    /// An authority need not be a root, but no certificates may stand between it and this one. Signatures over SHA-1
    /// and keys below 112 bits of security are refused. Whether clients may use the certificate is ``isForClients``.
    package func isIssued(byOneOf authorities: [X509Certificate], at now: Date) -> Bool {
        isValid(at: now)
            && authorities.contains { $0.isValid(at: now) && tessera_x509_vouches($0.pointer, pointer) }
    }

    /// Both instants are part of the time, though OpenSSL refuses `notAfter`; the rest of that second is not.
    ///
    /// RFC 5280 §4.1.2.5
    private func isValid(at now: Date) -> Bool { notBefore <= now && now <= notAfter }
}
#endif
