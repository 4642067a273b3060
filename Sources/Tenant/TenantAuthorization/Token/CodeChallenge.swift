// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages

/// The challenge that the verifier must match when a code is redeemed. RFC 7636 §4.3
package struct CodeChallenge: Codable, Sendable, Hashable {
    package enum Method: String, Codable, Sendable {
        case sha256 = "S256"
        case plain

        /// `nil` means `plain`, the default.
        package init?(named name: String?) { self.init(rawValue: name ?? Self.plain.rawValue) }
    }

    package let text: String
    package let method: Method

    package init(text: String, method: Method) { (self.text, self.method) = (text, method) }

    /// Compares as RFC 7636 §4.6 requires.
    package func isProved(by key: ProofKey) -> Bool {
        let proof = method == .sha256 ? key.challenge : key.verifier.revealed
        return proof.isSameSecret(as: text)
    }

    package init?(_ text: String, method: Method) {
        guard ProofKey.isWellFormed(text) else { return nil }
        self.init(text: text, method: method)
    }
}

/// Codes have the real service's form, so that the tenant rejects other texts before it authenticates the client.
package enum AuthorizationCode {
    private static let beginning = "1.A"

    /// Has no character that a careless client would drop.
    package static func make(from random: RandomSource) -> String { beginning + random.text() }

    package static func isWellFormed(_ text: String) -> Bool {
        text.hasPrefix(beginning) && ProofKey.isWellFormed(text)
    }
}
