// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A text to search for, without the differences that a search ignores: case, accents and the width of characters.
///
/// Stores compare the folded texts byte by byte, so each of them finds the same tasks. A search reads each text once.
package struct SearchText: Sendable, Hashable {
    /// The text, folded; the empty text is in every task.
    package let folded: String

    /// Folds a text.
    package init(_ text: String) { folded = Self.fold(text) }

    /// The form of a task's text that a store keeps beside it; `nil` if that is the text in ASCII lower case.
    ///
    /// A store then searches `COALESCE(folded, LOWER(text))`, and most texts are kept once.
    package static func stored(_ text: String) -> String? {
        text.utf8.allSatisfy { $0 < 0x80 } ? nil : fold(text)
    }

    /// Lower case comes last: folding alone leaves some letters in upper case.
    private static func fold(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil).lowercased()
    }
}
