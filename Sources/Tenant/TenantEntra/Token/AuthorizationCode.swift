// SPDX-License-Identifier: Apache-2.0
package import OAuth

/// The form of codes: like the real service's, so that the tenant refuses text of another form before it authenticates
/// the client.
package enum AuthorizationCode {
    private static let beginning = "1.A"

    /// A new random code; it has no character that a careless client would drop.
    package static func make(from random: RandomSource) -> String { beginning + random.text() }

    /// Whether a text has the form of a code.
    static func isWellFormed(_ text: String) -> Bool { text.hasPrefix(beginning) && ProofKey.isWellFormed(text) }
}
