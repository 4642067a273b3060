// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A private key, which signs.
///
/// Its description and its mirror show the public key's name only. The private members leave it in one way:
/// ``privateJSONData``, for a place that keeps secrets.
///
/// RFC 7517 §4, RFC 7518 §6, RFC 8037 §2
public struct JSONWebPrivateKey: Sendable {
    /// The public half, to be published; its `key_ops`, if it has any, are those of a public key.
    public let publicKey: JSONWebKey

    /// The members that a public key does not have.
    private let privateMembers: [String: JSONValue]
    private let signingKey: SigningKey

    /// Reads a private key from JSON such as ``privateJSONData`` writes.
    ///
    /// RSA keys must have `p` and `q`.
    ///
    /// - Throws: ``JOSEError``: those of ``JSONWebKey/init(jsonData:)``; `keyMemberInvalid` for a private
    ///   member that is missing or malformed; `privateKeyMismatch`.
    public init(jsonData: some Collection<UInt8>) throws(JOSEError) {
        try self.init(try StrictJSON.object(in: jsonData))
    }

    init(_ object: [String: JSONValue]) throws(JOSEError) {
        var publicObject = object
        if let operations = object["key_ops"]?.array, operations.contains(.string("sign")) {
            publicObject["key_ops"] = .array([.string("verify")])
        }
        publicKey = try JSONWebKey(KeyMembers(object: publicObject))
        signingKey = try SigningKey(KeyMembers(object: object), matching: publicKey.verificationKey)
        let names: Set = publicKey.keyType == .rsa ? ["d", "p", "q", "dp", "dq", "qi"] : ["d"]
        privateMembers = object.filter { names.contains($0.key) }
    }

    /// The whole key as JSON, private members included: a secret.
    public var privateJSONData: Data {
        var members = publicKey.members.merging(privateMembers) { publicMember, _ in publicMember }
        if publicKey.operations?.contains("verify") == true { members["key_ops"] = .array([.string("sign")]) }
        return Data(JSONValue.object(members).text.utf8)
    }

    /// Signs bytes.
    ///
    /// - Returns: the signature as JWS carries it: for `ES…`, `r` and `s` of fixed length one after the
    ///   other.
    /// - Throws: ``JOSEError`` as ``CompactJWS/sign(_:header:with:)`` does; the crypto library's own error if
    ///   it cannot sign.
    package func signature(over input: some DataProtocol, by algorithm: SignatureAlgorithm) throws -> Data {
        try publicKey.check(fits: algorithm)
        return try signingKey.signature(over: input, by: algorithm)
    }
}

extension JSONWebPrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type of key; never anything of the key itself.
    public var description: String { "JSONWebPrivateKey(\(publicKey.keyType.rawValue), redacted)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Empty, so that `dump` and test reports show nothing of the key.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
