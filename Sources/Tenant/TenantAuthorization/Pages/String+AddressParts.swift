// SPDX-License-Identifier: Apache-2.0
extension String {
    /// The parts of a user name or e-mail address, for line breaks between them; the last one begins with `@`.
    ///
    /// Without them, a narrow page would break the text anywhere, and leave the last letter alone on a line.
    package var addressParts: [String] {
        guard let at = lastIndex(of: "@") else { return [self] }
        return [String(self[..<at]), String(self[at...])]
    }
}
