// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemCryptography

extension JSONWebPrivateKey {
    /// Makes a new RSA key, with `use` `sig`.
    ///
    /// - Parameters:
    ///   - bits: The size of the modulus: 2048, 3072 or 4096 bits. Larger keys take seconds to make.
    ///   - keyIdentifier: The `kid`; nil gives the key its thumbprint.
    ///   - algorithm: The `alg`; nil leaves it out, as Entra does.
    /// - Returns: The key, ready to sign.
    /// - Throws: ``JOSEError`` (`rsaSizeUnsupported`; `keyTypeMismatch` for an algorithm of another key
    ///   type); the crypto library's own error if it cannot make a key.
    package static func generateRSA(
        bits: Int = 2048, keyIdentifier: String? = nil, algorithm: SignatureAlgorithm? = nil
    ) throws -> JSONWebPrivateKey {
        guard [2048, 3072, 4096].contains(bits) else { throw JOSEError(.rsaSizeUnsupported) }
        let members = rsaMembers(try RSA.PrivateKey.generateNumbers(bits: bits))
        return try make(members, keyType: .rsa, keyIdentifier: keyIdentifier, algorithm: algorithm)
    }

    /// Makes a new key on a curve, with `use` `sig`.
    ///
    /// - Parameters:
    ///   - curve: P-256 for `ES256`, Ed25519 for `EdDSA`, and so on.
    ///   - keyIdentifier: The `kid`; nil gives the key its thumbprint.
    ///   - algorithm: The `alg`; nil leaves it out.
    /// - Returns: The key, ready to sign.
    /// - Throws: ``JOSEError`` (`keyTypeMismatch` or `keyCurveMismatch` for an algorithm of another key).
    package static func generate(
        on curve: EllipticCurve, keyIdentifier: String? = nil, algorithm: SignatureAlgorithm? = nil
    ) throws(JOSEError) -> JSONWebPrivateKey {
        let (point, secret) =
            switch curve {
            case .p256: rawRepresentations(of: P256.Signing.PrivateKey())
            case .p384: rawRepresentations(of: P384.Signing.PrivateKey())
            case .p521: rawRepresentations(of: P521.Signing.PrivateKey())
            case .ed25519: rawRepresentations(of: Curve25519.Signing.PrivateKey())
            }
        return try make(
            pointMembers(curve, point, secret), keyType: curve.keyType, keyIdentifier: keyIdentifier,
            algorithm: algorithm)
    }

    /// The members of an RSA key. RFC 7518 §6.3
    static func rsaMembers(_ numbers: RSA.Numbers) -> [String: String] {
        [
            "n": numbers.n, "e": numbers.e, "d": numbers.d, "p": numbers.p, "q": numbers.q, "dp": numbers.dp,
            "dq": numbers.dq, "qi": numbers.qi,
        ].mapValues(Base64URL.encode)
    }

    /// The members of a key on a curve, from its secret and its point: `x`, on curves of NIST followed by `y`.
    static func pointMembers(_ curve: EllipticCurve, _ point: Data, _ secret: Data) -> [String: String] {
        var texts = ["crv": curve.rawValue, "d": Base64URL.encode(secret)]
        texts["x"] = Base64URL.encode(point.prefix(curve.coordinateByteCount))
        if curve.keyType == .ellipticCurve {
            texts["y"] = Base64URL.encode(point.suffix(curve.coordinateByteCount))
        }
        return texts
    }

    static func make(
        _ texts: [String: String], keyType: KeyType, keyIdentifier: String?, algorithm: SignatureAlgorithm?
    ) throws(JOSEError) -> JSONWebPrivateKey {
        var members = texts.mapValues(JSONValue.string)
        members["kty"] = .string(keyType.rawValue)
        members["use"] = .string("sig")
        members["alg"] = algorithm.map { .string($0.rawValue) }
        let thumbprint = try JSONWebKey(KeyMembers(object: members)).thumbprint
        members["kid"] = .string(keyIdentifier ?? thumbprint)
        return try JSONWebPrivateKey(members)
    }

    private static func rawRepresentations(of key: P256.Signing.PrivateKey) -> (point: Data, secret: Data) {
        (key.publicKey.rawRepresentation, key.rawRepresentation)
    }

    private static func rawRepresentations(of key: P384.Signing.PrivateKey) -> (point: Data, secret: Data) {
        (key.publicKey.rawRepresentation, key.rawRepresentation)
    }

    private static func rawRepresentations(of key: P521.Signing.PrivateKey) -> (point: Data, secret: Data) {
        (key.publicKey.rawRepresentation, key.rawRepresentation)
    }

    private static func rawRepresentations(
        of key: Curve25519.Signing.PrivateKey
    ) -> (point: Data, secret: Data) {
        (key.publicKey.rawRepresentation, key.rawRepresentation)
    }
}
