// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SystemCryptography

/// Proves that the client that redeems a code is the one that requested it, always with S256. RFC 7636
package struct ProofKey: Sendable, Hashable, Codable {
    /// The secret half, sent only with the code.
    package let verifier: Redacted<String>

    package init(random: RandomSource) { verifier = Redacted(random.text(bytes: 32)) }

    /// `nil` unless the stored verifier has 43 to 128 unreserved characters (§4.1).
    package init?(verifier: String) {
        guard Self.isWellFormed(verifier) else { return nil }
        self.verifier = Redacted(verifier)
    }

    /// The public half: `BASE64URL(SHA256(verifier))`. §4.2
    package var challenge: String { SHA256.hash(data: Array(verifier.revealed.utf8)).unpaddedBase64URL }

    /// Whether a text has the form of a verifier or of a challenge. §4.1, §4.2
    package static func isWellFormed(_ text: String) -> Bool {
        (43...128).contains(text.utf8.count) && text.utf8.allSatisfy(\.isUnreserved)
    }
}
