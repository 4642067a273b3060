// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
package import PortableFoundation
import X509Certificates

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
        guard let certificate = X509Certificate(derEncoded: der), isNamed(in: certificate), certificate.isForClients,
            !certificate.isSignedWithSHA1
        else { return false }
        return certificate.isIssued(byOneOf: authorities.compactMap { X509Certificate(derEncoded: $0) }, at: now)
    }

    private func isNamed(in certificate: X509Certificate) -> Bool {
        let names = certificate.alternativeNames
        switch kind {
        case .distinguishedName:
            guard let registered = DistinguishedNameText(name) else { return false }
            return registered == DistinguishedNameText(certificate.subject)
        case .dnsName: return names.contains(.dnsName(name))
        case .uri: return names.contains(.uniformResourceIdentifier(name))
        case .email: return names.contains(.rfc822Name(name))
        case .address: return Self.bytes(ofAddress: name).map { names.contains(.ipAddress($0)) } ?? false
        }
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
    static func isCertificate(_ der: Data) -> Bool { X509Certificate(derEncoded: der) != nil }
}
