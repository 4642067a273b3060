// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages

/// The challenge that the redeemer of a code must answer with its verifier.
///
/// RFC 7636 §4.3
package struct CodeChallenge: Codable, Sendable, Hashable {
    /// The way to derive a challenge from its verifier.
    package enum Method: String, Codable, Sendable {
        case sha256 = "S256"
        case plain

        /// Finds a method by its name; `nil` means `plain`, the default.
        package init?(named name: String?) { self.init(rawValue: name ?? Self.plain.rawValue) }
    }

    package let text: String
    package let method: Method

    package init(text: String, method: Method) {
        (self.text, self.method) = (text, method)
    }

    /// Whether the challenge was derived from the key's verifier. §4.6
    package func isProved(by key: ProofKey) -> Bool {
        let proof = method == .sha256 ? key.challenge : key.verifier.revealed
        return proof.isSameSecret(as: text)
    }

    /// Takes a challenge from a request; `nil` if it is not well-formed.
    package init?(_ text: String, method: Method) {
        guard ProofKey.isWellFormed(text) else { return nil }
        self.init(text: text, method: method)
    }
}

/// The form of codes: like the real service's, so that the tenant refuses text of another form before it authenticates
/// the client.
package enum AuthorizationCode {
    private static let beginning = "1.A"

    /// A new random code; it has no character that a careless client would drop.
    package static func make(from random: RandomSource) -> String { beginning + random.text() }

    /// Whether a text has the form of a code.
    package static func isWellFormed(_ text: String) -> Bool {
        text.hasPrefix(beginning) && ProofKey.isWellFormed(text)
    }
}
