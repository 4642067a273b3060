// SPDX-License-Identifier: Apache-2.0
package import Foundation
import OAuth
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

/// The certificate of a client that an authority signs: one name in it, and the authorities that may vouch for it.
///
/// RFC 8705 §2.1
package struct CertificateSubject: Codable, Sendable, Hashable {
    /// The kind of name, by the member of the registration. RFC 8705 §2.1.2
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case distinguishedName = "tls_client_auth_subject_dn"
        case dnsName = "tls_client_auth_san_dns"
        case uri = "tls_client_auth_san_uri"
        case address = "tls_client_auth_san_ip"
        case email = "tls_client_auth_san_email"
    }

    /// The kind of name.
    package let kind: Kind
    /// The name, as registered.
    package let name: String
    /// The certificates of the authorities, in DER.
    package let authorities: [Data]

    /// Whether a certificate has the name, is signed by one of the authorities, and is good for a client now.
    ///
    /// The authority itself must have signed it, since TLS gives the provider no certificates between them.
    func isSubject(of der: Data, now: Date) async -> Bool {
        // Two certificates can be made with one SHA-1 signature.
        guard let certificate = try? Certificate(derEncoded: Array(der)), isNamed(in: certificate),
            Self.isForClients(certificate), certificate.signatureAlgorithm != .sha1WithRSAEncryption
        else { return false }
        let roots = authorities.compactMap { try? Certificate(derEncoded: Array($0)) }
        var verifier = Verifier(rootCertificates: CertificateStore(roots)) {
            RFC5280Policy(fixedExpiryValidationTime: now)
        }
        let result = await verifier.validate(leaf: certificate, intermediates: CertificateStore([]))
        if case .validCertificate = result { return true }
        return false
    }

    private func isNamed(in certificate: Certificate) -> Bool {
        let names = ((try? certificate.extensions.subjectAlternativeNames) ?? nil).map { Array($0) } ?? []
        switch kind {
        case .distinguishedName:
            guard let registered = DistinguishedNameText(name) else { return false }
            return registered == DistinguishedNameText(certificate.subject)
        case .dnsName: return names.contains(.dnsName(name))
        case .uri: return names.contains(.uniformResourceIdentifier(name))
        case .email: return names.contains(.rfc822Name(name))
        case .address:
            guard let bytes = Self.bytes(ofAddress: name) else { return false }
            return names.contains(.ipAddress(ASN1OctetString(contentBytes: bytes[...])))
        }
    }

    /// A certificate with an extended key usage must be for clients. RFC 5280 §4.2.1.12
    private static func isForClients(_ certificate: Certificate) -> Bool {
        guard certificate.extensions[oid: .X509ExtensionID.extendedKeyUsage] != nil else { return true }
        guard let usage = (try? certificate.extensions.extendedKeyUsage) ?? nil else { return false }
        return usage.contains(.clientAuth) || usage.contains(.any)
    }

    /// The 4 or 16 bytes of an address; `nil` for any other text.
    static func bytes(ofAddress text: String) -> [UInt8]? {
        [(AF_INET, 4), (AF_INET6, 16)].lazy.compactMap { family, count -> [UInt8]? in
            var bytes = [UInt8](repeating: 0, count: count)
            return inet_pton(family, text, &bytes) == 1 ? bytes : nil
        }.first
    }

    /// Whether a name has the form of its kind.
    static func isName(_ text: String, of kind: Kind) -> Bool {
        switch kind {
        case .distinguishedName: DistinguishedNameText(text) != nil
        case .address: bytes(ofAddress: text) != nil
        case .dnsName, .uri, .email: !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        }
    }

    /// Whether bytes are a certificate.
    static func isCertificate(_ der: Data) -> Bool { (try? Certificate(derEncoded: Array(der))) != nil }
}
