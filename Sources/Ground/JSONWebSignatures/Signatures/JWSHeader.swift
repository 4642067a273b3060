// SPDX-License-Identifier: Apache-2.0

/// The header of a signed token.
///
/// Before the signature is checked, it may come from an attacker. Members that carry or fetch keys (`jwk`, `jku`,
/// `x5u`, `x5c`) are not read: this library never uses them. RFC 7515 §4.1
package struct JWSHeader: Hashable, Sendable {
    package let algorithm: SignatureAlgorithm

    /// `kid`: the name of the signing key.
    package let keyIdentifier: String?

    /// `typ`: the kind of token, such as `JWT` or `at+jwt`.
    package let type: String?

    /// `x5t`: the SHA-1 hash of the signing key's certificate. §4.1.7
    package let certificateThumbprint: String?

    /// `x5t#S256`: the SHA-256 hash of that certificate. §4.1.8
    package let certificateSHA256Thumbprint: String?

    package init(
        algorithm: SignatureAlgorithm, keyIdentifier: String? = nil, type: String? = nil,
        certificateThumbprint: String? = nil, certificateSHA256Thumbprint: String? = nil
    ) {
        self.algorithm = algorithm
        self.keyIdentifier = keyIdentifier
        self.type = type
        self.certificateThumbprint = certificateThumbprint
        self.certificateSHA256Thumbprint = certificateSHA256Thumbprint
    }

    init(jsonData: [UInt8]) throws(JOSEError) {
        let members = try StrictJSON.object(in: jsonData)
        guard members["crit"] == nil else { throw JOSEError(.criticalHeaderUnsupported) }
        guard members["b64"] == nil else { throw JOSEError(.unencodedPayloadUnsupported) }
        guard let name = members["alg"]?.string else { throw JOSEError(.headerMemberInvalid, member: "alg") }
        guard let algorithm = SignatureAlgorithm(rawValue: name) else { throw JOSEError(.algorithmUnknown) }
        self.algorithm = algorithm
        keyIdentifier = try Self.optionalText("kid", in: members)
        type = try Self.optionalText("typ", in: members)
        certificateThumbprint = members["x5t"]?.string
        certificateSHA256Thumbprint = members["x5t#S256"]?.string
    }

    /// The header as JSON: `alg`, `kid`, `typ`, `x5t`, `x5t#S256`, in this order.
    var jsonText: String {
        var members: [String: JSONValue] = ["alg": .string(algorithm.rawValue)]
        members["kid"] = keyIdentifier.map(JSONValue.string)
        members["typ"] = type.map(JSONValue.string)
        members["x5t"] = certificateThumbprint.map(JSONValue.string)
        members["x5t#S256"] = certificateSHA256Thumbprint.map(JSONValue.string)
        return JSONValue.object(members).text
    }

    private static func optionalText(
        _ name: String, in members: [String: JSONValue]
    ) throws(JOSEError) -> String? {
        guard let value = members[name] else { return nil }
        guard let text = value.string else { throw JOSEError(.headerMemberInvalid, member: name) }
        return text
    }
}
