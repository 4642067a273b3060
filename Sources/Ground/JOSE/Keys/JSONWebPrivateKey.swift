// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A private key that signs.
///
/// Its description shows only the type of key, and its mirror nothing. Only ``privateJSONData`` returns the private
/// members, for a place that keeps secrets.
///
/// RFC 7517 §4, RFC 7518 §6, RFC 8037 §2
package struct JSONWebPrivateKey: Sendable {
    /// The public key, to publish; its `key_ops`, if it has any, are those of a public key.
    package let publicKey: JSONWebKey

    /// The members that only a private key has.
    private let privateMembers: [String: JSONValue]
    private let signingKey: SigningKey

    /// Reads a private key from JSON in the form of ``privateJSONData``.
    ///
    /// RSA keys must have `p` and `q`.
    ///
    /// - Throws: ``JOSEError``: those of ``JSONWebKey/init(jsonData:)``; `keyMemberInvalid` for a missing or malformed
    ///   private member; `privateKeyMismatch`.
    package init(jsonData: some Collection<UInt8>) throws(JOSEError) {
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

    /// The whole key as JSON, with its private members: a secret.
    package var privateJSONData: Data {
        var members = publicKey.members.merging(privateMembers) { publicMember, _ in publicMember }
        if publicKey.operations?.contains("verify") == true { members["key_ops"] = .array([.string("sign")]) }
        return Data(JSONValue.object(members).text.utf8)
    }

    /// Signs bytes.
    ///
    /// - Returns: The signature in the form of JWS: for `ES…`, `r` and `s` of fixed length one after the other.
    /// - Throws: ``JOSEError`` as ``CompactJWS/sign(_:header:with:)`` does; the crypto library's own error if it cannot
    ///   sign.
    package func signature(over input: some DataProtocol, by algorithm: SignatureAlgorithm) throws -> Data {
        try publicKey.check(fits: algorithm)
        return try signingKey.signature(over: input, by: algorithm)
    }
}

extension JSONWebPrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type of key; no part of the key itself.
    package var description: String { "JSONWebPrivateKey(\(publicKey.keyType.rawValue), redacted)" }

    /// The same as ``description``.
    package var debugDescription: String { description }

    /// Empty, so that `dump` and test reports show nothing of the key.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
