// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import OAuth
import X509

/// A certificate authority for this machine only: a key, and the certificate that people trust.
///
/// It signs with ECDSA on P-256, which every client supports, and only for few names (``PermittedNames``).
///
/// RFC 5280 §4.2
struct CertificateAuthority: Sendable {
    let key: P256.Signing.PrivateKey
    let certificate: Certificate

    /// Creates an authority from stored parts; `nil` if the key does not belong to the certificate.
    init?(key: P256.Signing.PrivateKey, certificate: Certificate) {
        guard certificate.publicKey == Certificate.PublicKey(key.publicKey) else { return nil }
        self.key = key
        self.certificate = certificate
    }

    /// Makes a certificate for the key, signed with the same key.
    init(key: P256.Signing.PrivateKey, permitting names: PermittedNames, now: Date, random: RandomSource) throws {
        self.key = key
        let publicKey = Certificate.PublicKey(key.publicKey)
        let keyIdentifier = SubjectKeyIdentifier(hash: publicKey)
        // A machine may trust several of these authorities: the name distinguishes them.
        let mark = keyIdentifier.keyIdentifier.prefix(4).hexadecimal
        let name = try DistinguishedName {
            OrganizationName("Tessera")
            CommonName("Tessera local CA \(mark)")
        }
        let (start, end) = CertificateLifetime.span(CertificateLifetime.authority, from: now)
        certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(bytes: Self.serialNumber(from: random)),
            publicKey: publicKey, notValidBefore: start, notValidAfter: end, issuer: name, subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                Critical(names.constraints)
                // Certificates for mail or programs are forbidden too.
                try ExtendedKeyUsage([.serverAuth])
                keyIdentifier
            },
            issuerPrivateKey: Certificate.PrivateKey(key))
    }

    /// Makes a certificate for a server with these names.
    func certificate(
        for publicKey: P256.Signing.PublicKey, names: [CertificateName], now: Date, random: RandomSource
    ) throws -> Certificate {
        let publicKey = Certificate.PublicKey(publicKey)
        let (start, end) = CertificateLifetime.span(
            CertificateLifetime.server, from: now, until: certificate.notValidAfter)
        return try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(bytes: Self.serialNumber(from: random)),
            publicKey: publicKey, notValidBefore: start, notValidAfter: end, issuer: certificate.subject,
            subject: try DistinguishedName {
                OrganizationName("Tessera")
                CommonName("Tessera local server")
            },
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(names.map(\.generalName))
                SubjectKeyIdentifier(hash: publicKey)
                AuthorityKeyIdentifier(
                    keyIdentifier: try certificate.extensions.subjectKeyIdentifier?.keyIdentifier)
            },
            issuerPrivateKey: Certificate.PrivateKey(key))
    }

    /// Whether this authority signed a certificate that is valid and does not expire soon.
    func stands(behind other: Certificate, at now: Date) -> Bool {
        other.issuer == certificate.subject && certificate.publicKey.isValidSignature(other.signature, for: other)
            && other.notValidBefore <= now && Self.isFresh(other, at: now)
    }

    /// Whether a certificate does not expire soon.
    static func isFresh(_ certificate: Certificate, at now: Date) -> Bool {
        certificate.notValidAfter > now + CertificateLifetime.renewal
    }

    /// Sixteen random bytes as a positive number that is never zero. RFC 5280 §4.1.2.2
    private static func serialNumber(from random: RandomSource) -> [UInt8] {
        [0x01] + random.bytes(16)
    }
}
