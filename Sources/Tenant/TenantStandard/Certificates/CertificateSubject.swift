// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JSONWebSignatures
import OAuthMessages
package import PortableFoundation
import SystemCryptography
import X509Certificates

/// A client certificate signed by an authority: one of its names, and the accepted authorities. RFC 8705 §2.1
package struct CertificateSubject: Codable, Sendable, Hashable {
    /// The registration's member for the name. RFC 8705 §2.1.2
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case distinguishedName = "tls_client_auth_subject_dn"
        case dnsName = "tls_client_auth_san_dns"
        case uri = "tls_client_auth_san_uri"
        case address = "tls_client_auth_san_ip"
        case email = "tls_client_auth_san_email"
    }

    package let kind: Kind
    package let name: String
    package let authorities: [Data]

    /// An authority itself must have signed the certificate, since TLS gives the provider no intermediate certificates.
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

    /// 4 or 16 bytes.
    static func bytes(ofAddress text: String) -> [UInt8]? {
        [(AF_INET, 4), (AF_INET6, 16)].lazy.compactMap { family, count -> [UInt8]? in
            var bytes = [UInt8](repeating: 0, count: count)
            return inet_pton(family, text, &bytes) == 1 ? bytes : nil
        }.first
    }

    static func isName(_ text: String, of kind: Kind) -> Bool {
        switch kind {
        case .distinguishedName: DistinguishedNameText(text) != nil
        case .address: bytes(ofAddress: text) != nil
        case .dnsName, .uri, .email: !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        }
    }

    static func isCertificate(_ der: Data) -> Bool { X509Certificate(derEncoded: der) != nil }
}

/// A client's certificate on its connection; the handshake has proved its private key. RFC 8705 §2, §3
struct PresentedCertificate: Sendable {
    let der: Data

    /// Binds tokens to the certificate. RFC 8705 §3.1
    var thumbprint: String { Base64URL.encode(SHA256.hash(data: der).map(\.self)) }

    init?(of connection: ClientConnection) {
        guard let der = connection.clientCertificate() else { return nil }
        self.der = der
    }

    func authenticates(_ client: StandardClient, now: Date) async -> Bool {
        let methods = client.metadata.authenticationMethods
        if methods.contains(.selfSignedCertificate), client.metadata.registeredCertificates.contains(der) {
            return true
        }
        guard methods.contains(.certificate), let subject = client.metadata.certificateSubject else { return false }
        return await subject.isSubject(of: der, now: now)
    }
}

extension ClientMetadata {
    /// The first certificate of each key's chain. RFC 8705 §2.2.2, RFC 7517 §4.7
    var registeredCertificates: [Data] {
        let keys = keySet.flatMap { try? StrictJSON.object(in: $0.utf8)["keys"]?.array } ?? []
        return keys.compactMap { key in
            key.object?["x5c"]?.array?.first?.string.flatMap { Data(base64Encoded: $0) }
        }
    }
}

extension ClientMetadata.AuthenticationMethod {
    /// RFC 8705 §2.
    var needsCertificate: Bool { self == .certificate || self == .selfSignedCertificate }
}
