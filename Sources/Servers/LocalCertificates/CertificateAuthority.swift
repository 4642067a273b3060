// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import OAuth
import X509

/// A certificate authority for this machine alone: a key, and the certificate that people are asked to trust.
///
/// It signs with ECDSA on P-256, which every client takes, and vouches for few names only (``PermittedNames``).
///
/// RFC 5280 §4.2
struct CertificateAuthority: Sendable {
    let key: P256.Signing.PrivateKey
    let certificate: Certificate

    /// Takes a kept authority; `nil` if the key is not the certificate's.
    init?(key: P256.Signing.PrivateKey, certificate: Certificate) {
        guard certificate.publicKey == Certificate.PublicKey(key.publicKey) else { return nil }
        self.key = key
        self.certificate = certificate
    }

    /// Makes a certificate for a key, signed by the key itself.
    init(key: P256.Signing.PrivateKey, permitting names: PermittedNames, now: Date, random: RandomSource) throws {
        self.key = key
        let publicKey = Certificate.PublicKey(key.publicKey)
        let keyIdentifier = SubjectKeyIdentifier(hash: publicKey)
        // Several may be trusted on one machine: the name tells them apart.
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
                // Nor may it vouch for mail or programs.
                try ExtendedKeyUsage([.serverAuth])
                keyIdentifier
            },
            issuerPrivateKey: Certificate.PrivateKey(key))
    }

    /// A certificate for a server with these names.
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

    /// Whether a certificate is this authority's, and still good for a while.
    func stands(behind other: Certificate, at now: Date) -> Bool {
        other.issuer == certificate.subject && certificate.publicKey.isValidSignature(other.signature, for: other)
            && other.notValidBefore <= now && Self.isFresh(other, at: now)
    }

    /// Whether a certificate does not end soon.
    static func isFresh(_ certificate: Certificate, at now: Date) -> Bool {
        certificate.notValidAfter > now + CertificateLifetime.renewal
    }

    /// Sixteen random bytes as a positive number that is never zero. RFC 5280 §4.1.2.2
    private static func serialNumber(from random: RandomSource) -> [UInt8] {
        [0x01] + random.bytes(16)
    }
}
