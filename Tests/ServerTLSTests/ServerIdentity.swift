// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import OAuthMessages
import SystemCryptography
import X509Certificates

@testable import ServerTLS

/// Certificates of a server with one key, whose subjects tell them apart.
struct ServerIdentity {
    private let key = P256.Signing.PrivateKey()

    /// Makes a certificate as PEM.
    func certificate(named name: String) throws -> String {
        let subject = DistinguishedName(.commonName(name))
        let start = Date(timeIntervalSince1970: 1_767_225_600)
        let draft = CertificateDraft(
            serialNumber: [1], publicKeyInfo: key.publicKey.subjectPublicKeyInfo, notBefore: start,
            notAfter: start + 86_400, issuer: subject, subject: subject,
            extensions: [.basicConstraints(isAuthority: false)])
        return try X509Certificate(draft, signedBy: key).pem + "\n"
    }

    /// Makes an identity with the certificates `usual` and `names`.
    static func current() throws -> CurrentTLSIdentity {
        let identity = ServerIdentity()
        return try CurrentTLSIdentity(
            TLSIdentity(
                certificates: identity.certificate(named: "usual"),
                certificatesForNames: identity.certificate(named: "names"),
                privateKey: Redacted(identity.key.pemRepresentation)))
    }
}
