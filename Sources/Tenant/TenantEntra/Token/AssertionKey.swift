// SPDX-License-Identifier: Apache-2.0
import Crypto
import CryptoExtras
import Foundation
import JOSE
import OAuth
import SwiftASN1
import TenantDirectory
import X509

/// A key of a registration, for verifying signatures.
struct AssertionKey: Sendable {
    let key: JSONWebKey
    /// The names that assertions may use for the key.
    let names: Set<String>
    /// The end of its validity; `nil` if it has none.
    let endsAt: Date?

    /// Reads a key; `nil` if it is neither a certificate nor a JWK, or of an unsupported kind.
    init?(_ credential: KeyCredential) {
        if let certificate = credential.certificate {
            self.init(certificate: certificate, endsAt: credential.endsAt)
        } else {
            guard let key = credential.key.flatMap({ try? JSONWebKey(jsonData: Array($0.utf8)) }) else { return nil }
            self.init(
                key: key, names: Set([key.keyIdentifier, key.thumbprint].compactMap { $0 }), endsAt: credential.endsAt)
        }
    }

    private init(key: JSONWebKey, names: Set<String>, endsAt: Date?) {
        self.key = key
        self.names = names
        self.endsAt = endsAt
    }

    private init?(certificate text: String, endsAt end: Date?) {
        guard let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters),
            let certificate = try? Certificate(derEncoded: Array(bytes)),
            let members = Self.members(of: certificate.publicKey),
            let key = try? JSONWebKey(jsonData: Array(JSONValue.object(members).text.utf8))
        else { return nil }
        let thumbprint = Array(Insecure.SHA1.hash(data: bytes))
        // MSAL sends the thumbprint in one of two forms; some libraries put it into `kid` in hexadecimal digits.
        self.init(
            key: key,
            names: [
                thumbprint.unpaddedBase64URL, SHA256.hash(data: bytes).unpaddedBase64URL,
                thumbprint.hexadecimal.uppercased(),
            ],
            endsAt: [end, certificate.notValidAfter].compactMap { $0 }.min())
    }

    /// The members of a JWK. RFC 7518 §6.2.1, §6.3.1
    private static func members(of publicKey: Certificate.PublicKey) -> [String: JSONValue]? {
        if let key = _RSA.Signing.PublicKey(publicKey), let numbers = try? key.getKeyPrimitives() {
            let (modulus, exponent) = (numbers.modulus.drop { $0 == 0 }, numbers.publicExponent.drop { $0 == 0 })
            return [
                "kty": .string("RSA"), "n": .string(modulus.unpaddedBase64URL),
                "e": .string(exponent.unpaddedBase64URL),
            ]
        }
        guard let point = P256.Signing.PublicKey(publicKey)?.rawRepresentation else { return nil }
        return [
            "kty": .string("EC"), "crv": .string("P-256"), "x": .string(point.prefix(32).unpaddedBase64URL),
            "y": .string(point.suffix(32).unpaddedBase64URL),
        ]
    }
}
