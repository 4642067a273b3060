// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import PortableFoundation
import Synchronization
import SystemCryptography
import X509Certificates

/// Self-signed, as at Entra ID, and dependent on the key alone, so that runs repeat. RFC 5280 §4.1, RFC 7517 §4.7
struct KeyCertificate: Sendable, Hashable {
    /// In DER.
    let bytes: [UInt8]
    /// The SHA-1 digest as base64url: `x5t` of the key, and its name at Entra ID. RFC 7517 §4.8
    let thumbprint: String

    /// Throws `JOSEError` for a key that is not RSA.
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

    /// 2020 to 2049, a long time because a tenant's clock can be moved, even beyond it.
    private static let begin = Date(timeIntervalSince1970: 1_577_836_800)
    private static let end = Date(timeIntervalSince1970: 2_493_072_000)
}

/// Creates each certificate on first use, because it costs a signature.
final class KeyCertificates: Sendable {
    private let made = Mutex<[String: KeyCertificate]>([:])

    func certificate(of key: JSONWebPrivateKey) throws -> KeyCertificate {
        let name = key.publicKey.thumbprint
        if let kept = made.withLock({ $0[name] }) { return kept }
        // Concurrent calls make the same certificate.
        let certificate = try KeyCertificate(key)
        made.withLock { $0[name] = certificate }
        return certificate
    }
}
