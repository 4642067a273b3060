// SPDX-License-Identifier: Apache-2.0

/// What an app wants to have from the authorization endpoint; the order of its words means nothing.
///
/// OAuth 2.0 Multiple Response Type Encoding Practices §3, §5
package struct ResponseType: Sendable, Hashable {
    /// One word of it.
    package enum Word: String, Sendable {
        case code
        case idToken = "id_token"
        case token
    }

    package let words: Set<Word>

    package static let code = ResponseType(words: [.code])

    init(words: Set<Word>) {
        self.words = words
    }

    /// Reads a type; `nil` for an empty one, and for words that nobody knows.
    package init?(_ text: String) {
        let words = text.split(separator: " ").map { Word(rawValue: String($0)) }
        let known = Set(words.compactMap(\.self))
        guard !known.isEmpty, !words.contains(nil) else { return nil }
        self.words = known
    }

    /// Whether tokens travel through the browser.
    package var isFrontChannel: Bool { words != [.code] }

    /// The mode that nobody has to name: a token must not stand in a query, for servers write those into their logs.
    var usualMode: RedirectTarget.ResponseMode { isFrontChannel ? .fragment : .query }
}
