// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
    /// The text without certain characters at its ends, by default white space, also with a mark on it.
    @inlinable  // a short command such as `tessera token` would pay for the generic types made at run time
    package func trimmed(where isTrimmed: (Character) -> Bool = \.isSpace) -> String {
        guard let start = firstIndex(where: { !isTrimmed($0) }), let end = lastIndex(where: { !isTrimmed($0) })
        else { return "" }
        return String(self[start...end])
    }
}

extension Character {
    /// Whether it is white space, or a zero-width space, which users paste unnoticed.
    @inlinable package var isSpace: Bool { isWhitespace || self == "\u{200B}" }
}
