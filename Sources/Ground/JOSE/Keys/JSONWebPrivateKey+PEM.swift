// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemCryptography

extension JSONWebPrivateKey {
    /// Reads a private key as PEM, the text form of other tools: `-----BEGIN PRIVATE KEY-----`.
    ///
    /// - Parameters:
    ///   - pem: An unencrypted RSA key of 2048 bits or more (PKCS #8 or PKCS #1), or key on P-256, P-384 or P-521 (PKCS
    ///     #8 or SEC 1).
    ///   - keyIdentifier: The `kid`; nil gives the key its thumbprint.
    /// - Throws: ``JOSEError`` (`keyMemberInvalid` for any other text; those of ``init(jsonData:)``).
    ///
    /// RFC 7468 §10, §13
    package init(pem: String, keyIdentifier: String? = nil) throws(JOSEError) {
        guard let texts = Self.rsaMembers(pem) ?? Self.pointMembers(pem) else {
            throw JOSEError(.keyMemberInvalid)
        }
        self = try Self.make(
            texts.members, keyType: texts.keyType, keyIdentifier: keyIdentifier, algorithm: nil)
    }

    private static func rsaMembers(_ pem: String) -> (members: [String: String], keyType: KeyType)? {
        guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem),
            let members = RSAPrivateMembers(pkcs1: Array(key.derRepresentation))
        else { return nil }
        return (members.texts, .rsa)
    }

    private static func pointMembers(_ pem: String) -> (members: [String: String], keyType: KeyType)? {
        if let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) {
            (pointMembers(.p256, key.publicKey.rawRepresentation, key.rawRepresentation), .ellipticCurve)
        } else if let key = try? P384.Signing.PrivateKey(pemRepresentation: pem) {
            (pointMembers(.p384, key.publicKey.rawRepresentation, key.rawRepresentation), .ellipticCurve)
        } else if let key = try? P521.Signing.PrivateKey(pemRepresentation: pem) {
            (pointMembers(.p521, key.publicKey.rawRepresentation, key.rawRepresentation), .ellipticCurve)
        } else {
            nil
        }
    }
}
