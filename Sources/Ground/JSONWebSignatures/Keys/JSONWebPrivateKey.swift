// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
import SystemCryptography

/// A private key that signs.
///
/// Its description shows only the type of key, and its mirror nothing. Only ``privateJSONData`` returns the private
/// members, for a place that keeps secrets. RFC 7517 §4, RFC 7518 §6, RFC 8037 §2
package struct JSONWebPrivateKey: Sendable {
    /// The public key, to publish; its `key_ops`, if it has any, are those of a public key.
    package let publicKey: JSONWebKey

    private let privateMembers: [String: JSONValue]
    private let signingKey: SigningKey

    /// Reads JSON in the form of ``privateJSONData``; RSA keys must have `p` and `q`.
    package init(jsonData: some Collection<UInt8>) throws(JOSEError) {
        try self.init(try StrictJSON.object(in: jsonData))
    }

    init(_ object: [String: JSONValue]) throws(JOSEError) {
        var publicObject = object
        if let operations = object["key_ops"]?.array, operations.contains(.string("sign")) {
            publicObject["key_ops"] = .array([.string("verify")])
        }
        publicKey = try JSONWebKey(KeyMembers(object: publicObject))
        signingKey = try SigningKey(KeyMembers(object: object), on: publicKey.curve)
        let names: Set = publicKey.keyType == .rsa ? ["d", "p", "q", "dp", "dq", "qi"] : ["d"]
        privateMembers = object.filter { names.contains($0.key) }
    }

    /// The whole key as JSON, with its private members: a secret.
    package var privateJSONData: Data {
        var members = publicKey.members.merging(privateMembers) { publicMember, _ in publicMember }
        if publicKey.operations?.contains("verify") == true { members["key_ops"] = .array([.string("sign")]) }
        return Data(JSONValue.object(members).text.utf8)
    }

    /// The signature has the form of JWS: for `ES…`, `r` and `s` of fixed length one after the other.
    package func signature(over input: some DataProtocol, by algorithm: SignatureAlgorithm) throws -> Data {
        try publicKey.check(fits: algorithm)
        return try signingKey.signature(over: input, by: algorithm)
    }
}

extension JSONWebPrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "JSONWebPrivateKey(\(publicKey.keyType.rawValue), redacted)" }

    package var debugDescription: String { description }

    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension JSONWebPrivateKey {
    /// Reads an unencrypted key as PEM: RSA of 2048 bits or more (PKCS #8 or PKCS #1), or on P-256, P-384, or P-521
    /// (PKCS #8 or SEC 1).
    ///
    /// Without a name, its `kid` is its thumbprint. Throws `keyMemberInvalid` for any other text. RFC 7468 §10, §13
    package init(pem: String, keyIdentifier: String? = nil) throws(JOSEError) {
        let members =
            switch try? PrivateKeyNumbers(pem: pem) {
            case .rsa(let numbers): Self.rsaMembers(numbers)
            case .p256(let secret): try? Self.members(.p256, secret)
            case .p384(let secret): try? Self.members(.p384, secret)
            case .p521(let secret): try? Self.members(.p521, secret)
            case nil: nil as [String: String]?
            }
        guard let members else { throw JOSEError(.keyMemberInvalid) }
        let keyType = members["crv"] == nil ? KeyType.rsa : .ellipticCurve
        self = try Self.make(members, keyType: keyType, keyIdentifier: keyIdentifier, algorithm: nil)
    }

    /// Generates a key of 2048, 3072, or 4096 bits, with `use` `sig`; without a name, its `kid` is its thumbprint.
    package static func generateRSA(
        bits: Int = 2048, keyIdentifier: String? = nil, algorithm: SignatureAlgorithm? = nil
    ) throws -> JSONWebPrivateKey {
        guard [2048, 3072, 4096].contains(bits) else { throw JOSEError(.rsaSizeUnsupported) }
        let members = rsaMembers(try RSA.PrivateKey.generateNumbers(bits: bits))
        return try make(members, keyType: .rsa, keyIdentifier: keyIdentifier, algorithm: algorithm)
    }

    package static func generate(
        on curve: EllipticCurve, keyIdentifier: String? = nil, algorithm: SignatureAlgorithm? = nil
    ) throws(JOSEError) -> JSONWebPrivateKey {
        guard let members = try? members(curve, nil) else { throw JOSEError(.keyMemberInvalid) }
        return try make(members, keyType: curve.keyType, keyIdentifier: keyIdentifier, algorithm: algorithm)
    }

    /// The members of an RSA key. RFC 7518 §6.3
    static func rsaMembers(_ numbers: RSA.Numbers) -> [String: String] {
        [
            "n": numbers.n, "e": numbers.e, "d": numbers.d, "p": numbers.p, "q": numbers.q, "dp": numbers.dp,
            "dq": numbers.dq, "qi": numbers.qi,
        ].mapValues(Base64URL.encode)
    }

    /// The members of a key on a curve, from its secret number or a new one: `x`, on curves of NIST followed by `y`.
    static func members(_ curve: EllipticCurve, _ secret: [UInt8]?) throws -> [String: String] {
        let pair = try curve.pair(of: secret)
        let (x, y) = (pair.point.prefix(curve.coordinateByteCount), pair.point.dropFirst(curve.coordinateByteCount))
        let members = ["crv": curve.rawValue, "d": Base64URL.encode(pair.secret), "x": Base64URL.encode(x)]
        return y.isEmpty ? members : members.merging(["y": Base64URL.encode(y)]) { $1 }
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
}
