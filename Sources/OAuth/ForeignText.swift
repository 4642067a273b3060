// SPDX-License-Identifier: Apache-2.0

extension String {
    /// What somebody else wrote, as a message or a log may repeat it: one line, and not a long one.
    package var asForeignText: String {
        let shown = unicodeScalars.prefix(200).filter { $0.properties.generalCategory != .control }
        return String(String.UnicodeScalarView(shown))
    }
}
