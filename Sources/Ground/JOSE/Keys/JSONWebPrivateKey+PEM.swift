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
        let numbers: PrivateKeyNumbers
        do { numbers = try PrivateKeyNumbers(pem: pem) } catch { throw JOSEError(.keyMemberInvalid) }
        guard let members = Self.members(numbers) else { throw JOSEError(.keyMemberInvalid) }
        let keyType = members["crv"] == nil ? KeyType.rsa : .ellipticCurve
        self = try Self.make(members, keyType: keyType, keyIdentifier: keyIdentifier, algorithm: nil)
    }

    private static func members(_ numbers: PrivateKeyNumbers) -> [String: String]? {
        switch numbers {
        case .rsa(let numbers): rsaMembers(numbers)
        case .p256(let secret):
            (try? P256.Signing.PrivateKey(rawRepresentation: secret)).map {
                pointMembers(.p256, $0.publicKey.rawRepresentation, Data(secret))
            }
        case .p384(let secret):
            (try? P384.Signing.PrivateKey(rawRepresentation: secret)).map {
                pointMembers(.p384, $0.publicKey.rawRepresentation, Data(secret))
            }
        case .p521(let secret):
            (try? P521.Signing.PrivateKey(rawRepresentation: secret)).map {
                pointMembers(.p521, $0.publicKey.rawRepresentation, Data(secret))
            }
        }
    }
}
