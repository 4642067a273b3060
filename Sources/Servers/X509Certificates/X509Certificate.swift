// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL
package import Foundation
package import SystemCryptography

/// A certificate, read by OpenSSL. RFC 5280
package struct X509Certificate: Sendable {
    private final class Handle: Sendable {
        /// Never changed after it was made, but for what OpenSSL computes under a lock of its own.
        nonisolated(unsafe) let pointer: OpaquePointer
        init(_ pointer: OpaquePointer) { self.pointer = pointer }
        deinit { X509_free(pointer) }
    }

    private let handle: Handle
    var pointer: OpaquePointer { handle.pointer }

    /// The certificate in DER.
    package let bytes: [UInt8]
    /// The first time at which it is valid.
    package let notBefore: Date
    /// The last time at which it is valid.
    package let notAfter: Date

    /// Reads a certificate and nothing after it; `nil` for anything else.
    package init?(derEncoded bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        let pointer = bytes.withUnsafeBufferPointer { tessera_x509($0.baseAddress, $0.count) }
        guard let pointer else { return nil }
        (handle, self.bytes) = (Handle(pointer), bytes)
        var (start, end) = (Int64(0), Int64(0))
        guard tessera_x509_validity(pointer, &start, &end) == 1 else { return nil }
        (notBefore, notAfter) = (Date(timeIntervalSince1970: Double(start)), Date(timeIntervalSince1970: Double(end)))
    }

    /// Makes a certificate, signed with ECDSA on P-256.
    ///
    /// - Throws: The errors of ``CertificateDraft/signed(by:)``.
    package init(_ draft: CertificateDraft, signedBy key: P256.Signing.PrivateKey) throws {
        guard let certificate = X509Certificate(derEncoded: try draft.signed(by: key)) else {
            throw CertificateError("OpenSSL does not read the new certificate")
        }
        self = certificate
    }

    /// Reads each certificate of a text.
    ///
    /// - Throws: ``CertificateError`` for a block that is damaged, or no certificate.
    package static func all(inPEM text: String) throws(CertificateError) -> [X509Certificate] {
        guard let blocks = PEMBlock.all(in: text) else { throw CertificateError("the PEM text is damaged") }
        return try blocks.map { (block) throws(CertificateError) in
            guard block.label == label, let certificate = X509Certificate(derEncoded: block.content) else {
                throw CertificateError("the PEM text holds something else than certificates")
            }
            return certificate
        }
    }

    /// The certificate as PEM, without a line break at its end.
    package var pem: String { PEMBlock(label: Self.label, content: bytes).text }

    private static let label = "CERTIFICATE"

    /// Whether its signature uses SHA-1.
    package var isSignedWithSHA1: Bool {
        [NID_sha1WithRSAEncryption, NID_ecdsa_with_SHA1].contains(X509_get_signature_nid(pointer))
    }

    /// Whether clients may use it: an extended key usage must say so. RFC 5280 §4.2.1.12
    package var isForClients: Bool { tessera_x509_is_for_clients(pointer) == 1 }

    /// The key in DER. RFC 5280 §4.1.2.7
    package var publicKeyInfo: [UInt8] {
        guard let key = X509_get_X509_PUBKEY(pointer) else { return [] }
        let count = i2d_X509_PUBKEY(key, nil)
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: Int(count)) { bytes, written in
            var place: UnsafeMutablePointer<UInt8>? = bytes.baseAddress
            written = Int(max(0, i2d_X509_PUBKEY(key, &place)))
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

    /// Whether one of the authorities alone vouches for it at a time. RFC 5280 §6.1
    package func isVouchedFor(by authorities: [X509Certificate], at now: Date) -> Bool {
        isValid(at: now)
            && authorities.contains { $0.isValid(at: now) && tessera_x509_vouches($0.pointer, pointer) == 1 }
    }

    /// The first and the last second are part of the time. RFC 5280 §4.1.2.5
    private func isValid(at now: Date) -> Bool { notBefore <= now && now <= notAfter }
}
#endif
