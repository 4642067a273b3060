// SPDX-License-Identifier: Apache-2.0

/// A token whose signature holds, made by ``UnverifiedJWS/verified(with:)`` alone.
///
/// That the key's owner signed these bytes is all it says; whether the claims in them are right is another
/// check.
public struct VerifiedJWS: Sendable {
    /// The header, now under the signature.
    public let header: JWSHeader

    /// The signed bytes, decoded; of a JWT, the claims as JSON.
    public let payload: [UInt8]
}

extension VerifiedJWS: CustomStringConvertible, CustomReflectable {
    /// The algorithm; never anything else of the token.
    public var description: String { "VerifiedJWS(\(header.algorithm.rawValue), redacted)" }

    /// Empty, so that `dump` and test reports show nothing of the token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
