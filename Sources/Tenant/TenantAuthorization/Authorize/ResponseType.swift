// SPDX-License-Identifier: Apache-2.0

/// The response type that an app requests; the order of its words has no meaning.
///
/// OAuth 2.0 Multiple Response Type Encoding Practices §3, §5
package struct ResponseType: Sendable, Hashable {
    /// One word of a response type.
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

    /// Reads a type; `nil` for an empty one, and for one with unknown words.
    package init?(_ text: String) {
        let words = text.split(separator: " ").map { Word(rawValue: String($0)) }
        let known = Set(words.compactMap(\.self))
        guard !known.isEmpty, !words.contains(nil) else { return nil }
        self.words = known
    }

    /// Whether tokens travel through the browser.
    package var isFrontChannel: Bool { words != [.code] }

    /// The default mode: a token must not be in a query, because servers write queries into their logs.
    var usualMode: RedirectTarget.ResponseMode { isFrontChannel ? .fragment : .query }
}
