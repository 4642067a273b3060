// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
    /// The text without surrounding white space and zero-width spaces, which users paste unknowingly.
    public var trimmed: String {
        let isText = { (character: Character) in !character.isWhitespace && character != "\u{200B}" }
        guard let start = firstIndex(where: isText), let end = lastIndex(where: isText) else { return "" }
        return String(self[start...end])
    }
}
