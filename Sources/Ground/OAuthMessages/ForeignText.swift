// SPDX-License-Identifier: Apache-2.0

extension String {
    /// A text of another program in the form that a message or a log may repeat: one short line.
    package func asForeignText(atMost count: Int = 200) -> String {
        let shown = unicodeScalars.prefix(count).filter { !Self.unseen.contains($0.properties.generalCategory) }
        return String(String.UnicodeScalarView(shown))
    }

    /// Characters that begin a line, move a cursor or change the writing direction.
    private static var unseen: Set<Unicode.GeneralCategory> {
        [.control, .format, .lineSeparator, .paragraphSeparator]
    }
}
