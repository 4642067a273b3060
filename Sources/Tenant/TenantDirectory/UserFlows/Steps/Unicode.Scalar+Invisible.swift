// SPDX-License-Identifier: Apache-2.0

extension Unicode.Scalar {
    /// Whether it controls how text is shown: controls, format characters, ends of lines and paragraphs.
    ///
    /// Unicode §4.5, the general categories Cc, Cf, Zl and Zp
    package var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Whether it joins or separates letters, as names in Persian, Sinhala and other scripts need it.
    package var isJoiner: Bool { ["\u{200C}", "\u{200D}"].contains(self) }
}
