// SPDX-License-Identifier: Apache-2.0

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
