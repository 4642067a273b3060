// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import PortableFoundation
import Synchronization
import SystemCryptography
import X509Certificates

/// The certificate that Entra ID publishes for each signing key, signed by the key itself.
///
/// It follows from the key alone: development keys have the same certificates in every run. No authority signs it.
///
/// RFC 5280 §4.1, RFC 7517 §4.7
struct KeyCertificate: Sendable, Hashable {
    /// The certificate in DER.
    let bytes: [UInt8]
    /// The SHA-1 digest of ``bytes`` as base64url: `x5t` of the key, and its name at Entra ID. RFC 7517 §4.8
    let thumbprint: String

    /// Makes the certificate of an RSA key.
    ///
    /// - Throws: `JOSEError` for another kind of key; an error of the crypto library.
    init(_ key: JSONWebPrivateKey) throws {
        let members = try StrictJSON.object(in: key.publicKey.jsonData)
        func number(_ name: String) throws -> [UInt8] {
            guard let text = members[name]?.string else { throw JOSEError(.keyTypeMismatch) }
            return try Base64URL.decode(text)
        }
        let publicKey = try RSA.PublicKey(n: number("n"), e: number("e"))
        let name = DistinguishedName(.organization("Tessera"), .commonName("Tessera token signing"))
        let draft = CertificateDraft(
            // The first byte keeps the number positive and in its shortest form. RFC 5280 §4.1.2.2
            serialNumber: [0x01] + SHA256.hash(data: Data(key.publicKey.thumbprint.utf8)).prefix(16),
            publicKeyInfo: publicKey.subjectPublicKeyInfo, notBefore: Self.begin, notAfter: Self.end,
            issuer: name, subject: name, extensions: [.basicConstraints(isAuthority: false)])
        bytes = try draft.signed(as: .sha256WithRSAEncryption) { try key.signature(over: $0, by: .rs256) }
        thumbprint = Base64URL.encode(Array(Insecure.SHA1.hash(data: bytes)))
    }

    /// 2020 to 2049: a long time, because a tenant's clock can be moved; it can also show times outside.
    private static let begin = Date(timeIntervalSince1970: 1_577_836_800)
    private static let end = Date(timeIntervalSince1970: 2_493_072_000)
}

/// The certificates of a tenant's keys.
///
/// Each is made at its first use, because making one costs a signature.
final class KeyCertificates: Sendable {
    /// By the thumbprints of the keys.
    private let made = Mutex<[String: KeyCertificate]>([:])

    /// The certificate of a key.
    ///
    /// - Throws: The errors of ``KeyCertificate/init(_:)``.
    func certificate(of key: JSONWebPrivateKey) throws -> KeyCertificate {
        let name = key.publicKey.thumbprint
        if let kept = made.withLock({ $0[name] }) { return kept }
        // Two concurrent calls make the same certificate.
        let certificate = try KeyCertificate(key)
        made.withLock { $0[name] = certificate }
        return certificate
    }
}
