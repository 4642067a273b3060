// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
import SystemCryptography

/// A public key that checks signatures; providers publish such keys.
///
/// The initializer checks the key fully and prepares it: keep the value, which is cheap to copy and safe to share. It
/// drops private members in the JSON. RFC 7517 §4, RFC 7518 §6, RFC 8037 §2
package struct JSONWebKey: Sendable {
    /// `kid`: the name by which tokens refer to the key.
    package let keyIdentifier: String?

    /// `alg`: the only algorithm of the key; nil, as in all of Entra's keys, allows each algorithm that fits.
    package let algorithm: SignatureAlgorithm?

    /// `use`: the purpose of the key; it checks signatures only with nil or `sig`.
    package let use: String?

    /// `key_ops`: the allowed operations; the key checks signatures only with nil or with `verify` among them.
    package let operations: [String]?

    /// `issuer`: the only issuer of the key; Entra ID writes it into a shared key set, without a standard.
    package let issuer: String?

    /// The members of the key material, such as `kty`, as in RFC 7638 §3.2.
    let requiredMembers: [String: JSONValue]
    let verificationKey: VerificationKey

    /// Refuses invalid JSON and members, weak and unsupported keys, and an `alg` that is not for such a key.
    package init(jsonData: some Collection<UInt8>) throws(JOSEError) {
        try self.init(KeyMembers(object: try StrictJSON.object(in: jsonData)))
    }

    init(_ members: KeyMembers) throws(JOSEError) {
        verificationKey = try VerificationKey(members)
        keyIdentifier = try members.optionalText("kid")
        algorithm = try members.algorithm()
        // Empty members count as missing.
        use = try members.optionalText("use").flatMap { $0.isEmpty ? nil : $0 }
        operations = try members.optionalTexts("key_ops").flatMap { $0.isEmpty ? nil : $0 }
        issuer = members.object["issuer"]?.string
        let names: Set =
            switch verificationKey.keyType {
            case .rsa: ["kty", "n", "e"]
            case .ellipticCurve: ["kty", "crv", "x", "y"]
            case .octetKeyPair: ["kty", "crv", "x"]
            }
        requiredMembers = members.object.filter { names.contains($0.key) }
        if let algorithm { try checkMaterial(fits: algorithm) }
    }

    package var keyType: KeyType { verificationKey.keyType }

    package var curve: EllipticCurve? { verificationKey.curve }

    package var jsonData: Data { Data(JSONValue.object(members).text.utf8) }

    var members: [String: JSONValue] {
        var members = requiredMembers
        members["kid"] = keyIdentifier.map(JSONValue.string)
        members["alg"] = algorithm.map { .string($0.rawValue) }
        members["use"] = use.map(JSONValue.string)
        members["issuer"] = issuer.map(JSONValue.string)
        members["key_ops"] = operations.map { .array($0.map(JSONValue.string)) }
        return members
    }
}

extension JSONWebKey: Hashable {
    /// Whether all members are equal, not only those of the key material.
    package static func == (left: JSONWebKey, right: JSONWebKey) -> Bool { left.members == right.members }

    package func hash(into hasher: inout Hasher) { hasher.combine(members) }
}

extension JSONWebKey {
    /// The members that only private and symmetric keys have, and that must stay secret. RFC 7518 §6.2.2, §6.3.2, §6.4
    package static let secretMembers: Set = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

    /// The SHA-256 thumbprint as base64url; `kid`, `alg`, and other members do not change it. RFC 7638 §3
    package var thumbprint: String {
        Base64URL.encode(Array(SHA256.hash(data: Array(JSONValue.object(requiredMembers).text.utf8))))
    }

    package func fits(_ algorithm: SignatureAlgorithm) -> Bool {
        do throws(JOSEError) {
            try check(fits: algorithm)
            return true
        } catch {
            return false
        }
    }

    /// Refuses an algorithm that does not fit the key's type and curve, or its own `alg`, `use` and `key_ops`.
    ///
    /// The key decides, never the header: a header can name any algorithm. RFC 8725 §3.1
    func check(fits algorithm: SignatureAlgorithm) throws(JOSEError) {
        try checkMaterial(fits: algorithm)
        guard (self.algorithm ?? algorithm) == algorithm else { throw JOSEError(.keyAlgorithmMismatch) }
        guard use ?? "sig" == "sig" else { throw JOSEError(.keyUseMismatch) }
        guard operations?.contains("verify") ?? true else { throw JOSEError(.keyOperationMismatch) }
    }

    func checkMaterial(fits algorithm: SignatureAlgorithm) throws(JOSEError) {
        guard keyType == algorithm.keyType else { throw JOSEError(.keyTypeMismatch) }
        guard curve == algorithm.curve else { throw JOSEError(.keyCurveMismatch) }
    }
}

/// The types of supported signing keys, by their `kty`. RFC 7518 §6.1, RFC 8037 §2
package enum KeyType: String, CaseIterable, Hashable, Sendable {
    case rsa = "RSA"
    case ellipticCurve = "EC"
    case octetKeyPair = "OKP"
}

/// The curves of supported signing keys, by their `crv`. RFC 7518 §6.2.1.1, RFC 8037 §2
package enum EllipticCurve: String, CaseIterable, Hashable, Sendable {
    case p256 = "P-256"
    case p384 = "P-384"
    case p521 = "P-521"
    case ed25519 = "Ed25519"

    package var keyType: KeyType { self == .ed25519 ? .octetKeyPair : .ellipticCurve }

    /// Bytes in a coordinate and in a private scalar, leading zeros included.
    var coordinateByteCount: Int {
        switch self {
        case .p256, .ed25519: 32
        case .p384: 48
        case .p521: 66
        }
    }
}
