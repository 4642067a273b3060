// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import TenantDirectory

/// Members of RFC 8705 §2.1.2 and §3.4, and our own `tls_client_auth_authorities`: the certificates of the authorities
/// that sign the client's, in Base64 as in `x5c`.
extension ClientMetadata {
    private static let authorities = "tls_client_auth_authorities"

    /// In characters of Base64.
    private static let longestCertificate = 8192

    mutating func readCertificate(_ object: inout DocumentObject) {
        bindsTokensToCertificate = object.flag(
            "tls_client_certificate_bound_access_tokens", or: bindsTokensToCertificate)
        let texts = object.texts(Self.authorities, maximum: Self.longestCertificate)
        let authorities = texts.compactMap { Data(base64Encoded: $0) }.filter(CertificateSubject.isCertificate)
        if authorities.count < texts.count {
            object.complain(
                Self.authorities, "Give certificates in Base64, as x5c has them (RFC 7517 §4.7).", .conflict)
        }
        var subjects: [CertificateSubject] = []
        for kind in CertificateSubject.Kind.allCases {
            let form =
                switch kind {
                case .distinguishedName: "a distinguished name, such as CN=client,O=Example (RFC 4514)"
                case .address: "an IP address"
                case .dnsName, .uri, .email: "a name without spaces, as the certificate has it"
                }
            guard let name = object.text(kind.rawValue, as: form, where: { CertificateSubject.isName($0, of: kind) })
            else { continue }
            subjects.append(CertificateSubject(kind: kind, name: name, authorities: authorities))
        }
        if subjects.count > 1 {
            object.complain(subjects[1].kind.rawValue, "Give one name of the certificate. RFC 8705 §2.1.2", .conflict)
        }
        certificateSubject = subjects.first
    }

    func judgeCertificate(_ object: inout DocumentObject) {
        if authenticationMethods.contains(.certificate) {
            if let certificateSubject {
                if certificateSubject.authorities.isEmpty {
                    object.complain(
                        Self.authorities, "A client that authenticates with tls_client_auth needs an authority here.",
                        .conflict)
                }
            } else {
                object.complain(
                    CertificateSubject.Kind.distinguishedName.rawValue,
                    "A client that authenticates with tls_client_auth needs a name of its certificate.", .conflict)
            }
        }
        if authenticationMethods.contains(.selfSignedCertificate), registeredCertificates.isEmpty {
            object.complain(
                "jwks", "A client that authenticates with self_signed_tls_client_auth needs a key with x5c here.",
                .conflict)
        }
    }

    func writeCertificate(to members: inout DocumentMembers) {
        members.add("tls_client_certificate_bound_access_tokens", bindsTokensToCertificate, ordinarily: false)
        for kind in CertificateSubject.Kind.allCases {
            members.add(kind.rawValue, certificateSubject?.kind == kind ? certificateSubject?.name : nil)
        }
        members.add(Self.authorities, (certificateSubject?.authorities ?? []).map { $0.base64EncodedString() })
    }
}
