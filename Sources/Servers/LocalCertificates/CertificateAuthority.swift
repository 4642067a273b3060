// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import SystemCryptography
import X509Certificates

/// A certificate authority for this machine only. RFC 5280 §4.2
///
/// It signs with ECDSA on P-256, which every client supports, and only for few names (``PermittedNames``).
struct CertificateAuthority: Sendable {
    let key: P256.Signing.PrivateKey
    let certificate: X509Certificate

    init?(key: P256.Signing.PrivateKey, certificate: X509Certificate) {
        guard certificate.publicKeyInfo == key.publicKey.subjectPublicKeyInfo else { return nil }
        self.key = key
        self.certificate = certificate
    }

    init(key: P256.Signing.PrivateKey, permitting names: PermittedNames, now: Date, random: RandomSource) throws {
        self.key = key
        let keyIdentifier = Self.identifier(of: key.publicKey)
        // A machine can trust several of these authorities: the name distinguishes them.
        let mark = keyIdentifier.prefix(4).hexadecimal
        let name = DistinguishedName(.organization("Tessera"), .commonName("Tessera local CA \(mark)"))
        let (start, end) = CertificateLifetime.span(CertificateLifetime.authority, from: now)
        let draft = CertificateDraft(
            serialNumber: Self.serialNumber(from: random), publicKeyInfo: key.publicKey.subjectPublicKeyInfo,
            notBefore: start, notAfter: end, issuer: name, subject: name,
            extensions: [
                .basicConstraints(isAuthority: true, maximumPath: 0), .signsCertificates,
                try .permittedNames(names.subtrees),
                // Also forbids certificates for email and code signing.
                .extendedKeyUsage([.serverAuth]), .subjectKeyIdentifier(keyIdentifier),
            ])
        certificate = try X509Certificate(draft, signedBy: key)
    }

    func certificate(
        for publicKey: P256.Signing.PublicKey, names: [CertificateName], now: Date, random: RandomSource
    ) throws -> X509Certificate {
        let (start, end) = CertificateLifetime.span(
            CertificateLifetime.server, from: now, until: certificate.notAfter)
        let draft = CertificateDraft(
            serialNumber: Self.serialNumber(from: random), publicKeyInfo: publicKey.subjectPublicKeyInfo,
            notBefore: start, notAfter: end, issuer: certificate.subject,
            subject: DistinguishedName(.organization("Tessera"), .commonName("Tessera local server")),
            extensions: [
                .basicConstraints(isAuthority: false), .signsHandshakes, .extendedKeyUsage([.serverAuth]),
                try .alternativeNames(names.map(\.generalName)),
                .subjectKeyIdentifier(Self.identifier(of: publicKey)),
                .authorityKeyIdentifier(certificate.keyIdentifier ?? Self.identifier(of: key.publicKey)),
            ])
        return try X509Certificate(draft, signedBy: key)
    }

    func stands(behind other: X509Certificate, at now: Date) -> Bool {
        other.issuer == certificate.subject && other.isSigned(by: certificate)
            && other.notBefore <= now && Self.isFresh(other, at: now)
    }

    static func isFresh(_ certificate: X509Certificate, at now: Date) -> Bool {
        certificate.notAfter > now + CertificateLifetime.renewal
    }

    /// A positive number of sixteen random bytes, never zero. RFC 5280 §4.1.2.2
    private static func serialNumber(from random: RandomSource) -> [UInt8] { [0x01] + random.bytes(16) }

    /// The SHA-1 digest of the key. RFC 5280 §4.2.1.2
    private static func identifier(of key: P256.Signing.PublicKey) -> [UInt8] {
        Array(Insecure.SHA1.hash(data: key.x963Representation))
    }
}

/// Lifetimes in seconds.
enum CertificateLifetime {
    private static let day: TimeInterval = 86_400

    /// Ten years, so that users must trust the authority only once.
    static let authority = 3650 * day
    /// Apple's systems accept at most 398 days from public authorities, and 825 from local ones.
    static let server = 397 * day
    static let renewal = 30 * day
    /// The time by which a client's clock may be behind.
    static let clockSkew: TimeInterval = 3600

    /// The start and end of a new certificate, in whole seconds, because certificates have no fractions.
    static func span(_ duration: TimeInterval, from now: Date, until end: Date = .distantFuture) -> (Date, Date) {
        let start = Date(timeIntervalSince1970: (now.timeIntervalSince1970 - clockSkew).rounded(.down))
        return (start, min(start + duration, end))
    }
}
