// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import OAuthMessages
import SystemCryptography
import X509Certificates

@testable import ServerTLS

/// A server's certificates with one key and different subjects.
struct ServerIdentity {
    private let key = P256.Signing.PrivateKey()

    func certificate(named name: String) throws -> String {
        let subject = DistinguishedName(.commonName(name))
        let start = Date(timeIntervalSince1970: 1_767_225_600)
        let draft = CertificateDraft(
            serialNumber: [1], publicKeyInfo: key.publicKey.subjectPublicKeyInfo, notBefore: start,
            notAfter: start + 86_400, issuer: subject, subject: subject,
            extensions: [.basicConstraints(isAuthority: false)])
        return try X509Certificate(draft, signedBy: key).pem + "\n"
    }

    static func current() throws -> CurrentTLSIdentity {
        let identity = ServerIdentity()
        return try CurrentTLSIdentity(
            TLSIdentity(
                certificates: identity.certificate(named: "usual"),
                certificatesForNames: identity.certificate(named: "names"),
                privateKey: Redacted(identity.key.pemRepresentation)))
    }
}
