// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import SystemCryptography

/// The certificate that a client presented on its connection; the handshake has proved its private key.
///
/// RFC 8705 §2, §3
struct PresentedCertificate: Sendable {
    /// The certificate in DER.
    let der: Data

    /// The hash of the certificate, by which tokens name it. RFC 8705 §3.1
    var thumbprint: String { Base64URL.encode(SHA256.hash(data: der).map(\.self)) }

    /// The certificate of a connection; `nil` without one.
    init?(of connection: ClientConnection) {
        guard let der = connection.clientCertificate() else { return nil }
        self.der = der
    }

    /// Whether it authenticates a client, by a method that the client registered.
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
    /// The client's own certificates, the first of each key's chain. RFC 8705 §2.2.2, RFC 7517 §4.7
    var registeredCertificates: [Data] {
        let keys = keySet.flatMap { try? StrictJSON.object(in: $0.utf8)["keys"]?.array } ?? []
        return keys.compactMap { key in
            key.object?["x5c"]?.array?.first?.string.flatMap { Data(base64Encoded: $0) }
        }
    }
}

extension ClientMetadata.AuthenticationMethod {
    /// Whether the client presents a certificate. RFC 8705 §2
    var needsCertificate: Bool { self == .certificate || self == .selfSignedCertificate }
}
