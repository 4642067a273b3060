// SPDX-License-Identifier: Apache-2.0

extension String {
    /// What somebody else wrote, as a message or a log may repeat it: one line, and not a long one.
    package func asForeignText(atMost count: Int = 200) -> String {
        let shown = unicodeScalars.prefix(count).filter { !Self.unseen.contains($0.properties.generalCategory) }
        return String(String.UnicodeScalarView(shown))
    }

    /// What begins lines, moves a cursor or turns the direction of writing.
    private static var unseen: Set<Unicode.GeneralCategory> {
        [.control, .format, .lineSeparator, .paragraphSeparator]
    }
}
