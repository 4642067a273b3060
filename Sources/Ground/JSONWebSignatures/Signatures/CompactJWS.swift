// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// The compact serialization of signed tokens, which ``UnverifiedJWS`` reads. RFC 7515 §3.1
package enum CompactJWS {
    /// The size of the longest token to read, by default: 16 KiB, which servers' header limits allow.
    package static let maximumByteCount = 16 * 1024

    /// The order of header members is fixed, so that a deterministic algorithm (`RS…`) always returns the same token.
    package static func sign(
        _ payload: some Collection<UInt8>, header: JWSHeader, with key: JSONWebPrivateKey
    ) throws -> String {
        let signingInput = Base64URL.encode(header.jsonText.utf8) + "." + Base64URL.encode(payload)
        let signature = try key.signature(over: Data(signingInput.utf8), by: header.algorithm)
        return signingInput + "." + Base64URL.encode(signature)
    }
}

/// A token with a valid signature; only ``UnverifiedJWS/verified(with:)`` returns one.
///
/// The signature proves only that the key's owner signed these bytes; the claims in them need their own check.
package struct VerifiedJWS: Sendable {
    package let header: JWSHeader

    /// The signed bytes, decoded; in a JWT, the claims as JSON.
    package let payload: [UInt8]
}

extension VerifiedJWS: CustomStringConvertible, CustomReflectable {
    package var description: String { "VerifiedJWS(\(header.algorithm.rawValue), redacted)" }

    /// Empty, so that `dump` and test reports show nothing of the token.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A signed token after parsing, before its signature is checked.
///
/// The caller needs the header to find the key, and may need the payload to find the provider. Nothing else may trust
/// them; ``verified(with:)`` returns what the key's owner signed. RFC 7515 §7.1
package struct UnverifiedJWS: Sendable {
    /// The header; an attacker may have written it.
    package let header: JWSHeader

    package let unverifiedPayload: [UInt8]

    private let signingInput: ArraySlice<UInt8>
    private let signature: [UInt8]

    /// Splits a token into its parts, and refuses any unusual form.
    ///
    /// The caller decides from the provider, and never from the token, which algorithms it accepts.
    package init(
        _ token: String, accepting algorithms: Set<SignatureAlgorithm>,
        maximumByteCount: Int = CompactJWS.maximumByteCount
    ) throws(JOSEError) {
        guard token.utf8.count <= maximumByteCount else { throw JOSEError(.tokenTooLarge) }
        let bytes = Array(token.utf8)
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw JOSEError(.tokenMalformed) }
        header = try JWSHeader(jsonData: try Base64URL.decode(ascii: parts[0]))
        guard algorithms.contains(header.algorithm) else { throw JOSEError(.algorithmNotAccepted) }
        unverifiedPayload = try Base64URL.decode(ascii: parts[1])
        signature = try Base64URL.decode(ascii: parts[2])
        signingInput = bytes[..<parts[1].endIndex]
    }

    /// The key must come from a trusted source, such as ``JSONWebKeySet/key(for:)``; only the signature is checked.
    package func verified(with key: JSONWebKey) throws(JOSEError) -> VerifiedJWS {
        try key.check(fits: header.algorithm)
        guard signature.count == key.verificationKey.signatureByteCount else {
            throw JOSEError(.signatureLengthInvalid)
        }
        guard key.verificationKey.isValid(signature, over: signingInput, by: header.algorithm) else {
            throw JOSEError(.signatureInvalid)
        }
        return VerifiedJWS(header: header, payload: unverifiedPayload)
    }
}

extension UnverifiedJWS: CustomStringConvertible, CustomReflectable {
    package var description: String { "UnverifiedJWS(\(header.algorithm.rawValue), redacted)" }

    /// Empty, so that `dump` and test reports show nothing of the token.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
