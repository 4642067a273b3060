// SPDX-License-Identifier: Apache-2.0

/// What a token says about its own signature.
///
/// Until the signature holds, anyone may have written it. Members that carry or fetch keys (`jwk`, `jku`,
/// `x5u`, `x5c`) are not here, because they are never used.
///
/// RFC 7515 §4.1
public struct JWSHeader: Hashable, Sendable {
    /// `alg`: how the token is signed.
    public let algorithm: SignatureAlgorithm

    /// `kid`: the name of the key that signed it; nil where it names none.
    public let keyIdentifier: String?

    /// `typ`: what kind of token it is, such as `JWT` or `at+jwt`; nil where it does not say.
    public let type: String?

    /// `x5t`: another name of the key that signed it, by its certificate; nil where it names none. §4.1.7
    public let certificateThumbprint: String?

    /// `x5t#S256`: the same, by a hash that nobody can forge; nil where it names none. §4.1.8
    public let certificateSHA256Thumbprint: String?

    /// Describes a token to be signed.
    public init(
        algorithm: SignatureAlgorithm, keyIdentifier: String? = nil, type: String? = nil,
        certificateThumbprint: String? = nil, certificateSHA256Thumbprint: String? = nil
    ) {
        self.algorithm = algorithm
        self.keyIdentifier = keyIdentifier
        self.type = type
        self.certificateThumbprint = certificateThumbprint
        self.certificateSHA256Thumbprint = certificateSHA256Thumbprint
    }

    /// Reads the first part of a token, decoded.
    ///
    /// - Throws: ``JOSEError``: those of JSON; `criticalHeaderUnsupported`; `unencodedPayloadUnsupported`;
    ///   `headerMemberInvalid`; `algorithmUnknown`.
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
