// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL
package import Foundation

/// A certificate, which OpenSSL reads and verifies. RFC 5280
///
/// Our own code writes certificates (``CertificateDraft``) and validates their times. Oracles of what is written:
/// the command `openssl`, and Python's `cryptography`.
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
    /// The first time at which the certificate is valid.
    package let notBefore: Date
    /// The last time at which the certificate is valid.
    package let notAfter: Date

    /// Reads a certificate and nothing after it; `nil` for anything else.
    package init?(derEncoded bytes: some Collection<UInt8>) {
        self.bytes = Array(bytes)
        guard let pointer = self.bytes.withUnsafeBufferPointer({ tessera_x509($0.baseAddress, $0.count) }) else {
            return nil
        }
        handle = Handle(pointer)
        var (start, end) = (Int64(0), Int64(0))
        guard tessera_x509_validity(pointer, &start, &end) == 1 else { return nil }
        notBefore = Date(timeIntervalSince1970: Double(start))
        notAfter = Date(timeIntervalSince1970: Double(end))
    }

    /// Whether its signature uses SHA-1, with which two certificates can be made that have one signature.
    package var isSignedWithSHA1: Bool {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        var digest: Int32 = 0
        return X509_get_signature_info(pointer, &digest, nil, nil, nil) == 1 && digest == NID_sha1
    }

    /// Whether clients may use it: where it limits the use of its key, it allows signatures (RFC 5280 §4.2.1.3,
    /// RFC 8446 §4.4.2.4) and the authentication of clients (RFC 5280 §4.2.1.12).
    package var isForClients: Bool {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        // Without the extension, all bits are set.
        let signs = X509_get_key_usage(pointer) & UInt32(KU_DIGITAL_SIGNATURE) != 0
        return signs && tessera_x509_is_for_clients(pointer) == 1
    }

    /// The key in DER. RFC 5280 §4.1.2.7
    package var publicKeyInfo: [UInt8] {
        guard let key = X509_get_X509_PUBKEY(pointer) else { return [] }
        let count = i2d_X509_PUBKEY(key, nil)
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, initializedCount in
            var end: UnsafeMutablePointer<UInt8>? = buffer.baseAddress
            initializedCount = max(0, Int(i2d_X509_PUBKEY(key, &end)))
        }
    }

    /// The identifier of its key; `nil` without one. RFC 5280 §4.2.1.2
    package var keyIdentifier: [UInt8]? {
        var count = 0
        return tessera_x509_key_identifier(pointer, &count).map { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }

    /// Whether the key of another certificate, or of this one, signed it; names and times do not count.
    package func isSigned(by authority: X509Certificate) -> Bool {
        tessera_x509_is_signed(pointer, authority.pointer) == 1
    }

    /// Whether one of the authorities itself issued it, or is it, and both are valid at a time. RFC 5280 §6.1
    ///
    /// An authority need not be a root. Signatures over SHA-1 and keys below 112 bits of security are refused.
    package func isIssued(byOneOf authorities: [X509Certificate], at now: Date) -> Bool {
        isValid(at: now)
            && authorities.contains { $0.isValid(at: now) && tessera_x509_vouches($0.pointer, pointer) == 1 }
    }

    /// The first and the last second are part of the time, but OpenSSL refuses the last. RFC 5280 §4.1.2.5
    private func isValid(at now: Date) -> Bool { notBefore <= now && now <= notAfter }
}
#endif
