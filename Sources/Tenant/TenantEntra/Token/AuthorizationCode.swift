// SPDX-License-Identifier: Apache-2.0
package import OAuth

/// The form of codes: they begin as the real service's do, so that one that somebody made up is known for it before
/// anybody asks who sends it.
package enum AuthorizationCode {
    private static let beginning = "1.A"

    /// A new code, which nobody can guess; it has no character that a careless client would drop.
    package static func make(from random: RandomSource) -> String { beginning + random.text() }

    /// Whether a text can be a code.
    static func isWellFormed(_ text: String) -> Bool { text.hasPrefix(beginning) && ProofKey.isWellFormed(text) }
}
