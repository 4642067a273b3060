// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text with blanks in place of controls, format characters and line separators.
    ///
    /// These could forge a line of a log, or move a terminal's cursor.
    package var inOneLine: String {
        guard !utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else { return self }
        let scalars = unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: " "
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
