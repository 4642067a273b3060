// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// The compact serialization of signed tokens: three parts of base64url, separated by dots.
///
/// This type writes it; ``UnverifiedJWS`` reads it.
///
/// RFC 7515 §3.1
package enum CompactJWS {
    /// The size of the longest token to read, by default: 16 KiB, which the header limits of servers allow.
    package static let maximumByteCount = 16 * 1024

    /// Signs a payload.
    ///
    /// The header has `alg`, `kid`, `typ` in this order. With a deterministic algorithm (`RS…`), the same input
    /// therefore makes the same token.
    ///
    /// - Throws: ``JOSEError`` if the algorithm does not fit the key: `keyTypeMismatch`, `keyCurveMismatch`,
    ///   `keyAlgorithmMismatch`, `keyUseMismatch`, `keyOperationMismatch`; the crypto library's own error if it cannot
    ///   sign.
    package static func sign(
        _ payload: some Collection<UInt8>, header: JWSHeader, with key: JSONWebPrivateKey
    ) throws -> String {
        let signingInput = Base64URL.encode(header.jsonText.utf8) + "." + Base64URL.encode(payload)
        let signature = try key.signature(over: Data(signingInput.utf8), by: header.algorithm)
        return signingInput + "." + Base64URL.encode(signature)
    }
}

/// A token with a valid signature; only ``UnverifiedJWS/verified(with:)`` makes it.
///
/// The signature proves only that the key's owner signed these bytes; the claims in them need their own check.
package struct VerifiedJWS: Sendable {
    /// The header, which the signature covers.
    package let header: JWSHeader

    /// The signed bytes, decoded; in a JWT, the claims as JSON.
    package let payload: [UInt8]
}

extension VerifiedJWS: CustomStringConvertible, CustomReflectable {
    /// The algorithm; no other part of the token.
    package var description: String { "VerifiedJWS(\(header.algorithm.rawValue), redacted)" }

    /// Empty, so that `dump` and test reports show nothing of the token.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
