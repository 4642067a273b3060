// SPDX-License-Identifier: Apache-2.0

/// An e-mail address as a person types it; only a code proves that it exists.
package enum EmailAddress {
    /// Whether a text looks like an address: RFC 5321 allows more, but no form of the real service does.
    package static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count <= 254 && !text.unicodeScalars.contains(where: \.isInvisible)
            && text.wholeMatch(of: #/[^\s@<>()\[\]\,;:"]+@[^\s@<>()\[\]\,;:"']+\.[^\s@<>()\[\]\,;:"'.]+/#) != nil
    }

    /// The address with lower-case ASCII letters, as the database compares it.
    ///
    /// Unicode would also fold the Kelvin sign to k; then the code for one mailbox would open another account.
    package static func folded(_ text: String) -> String {
        String(decoding: text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }
}
