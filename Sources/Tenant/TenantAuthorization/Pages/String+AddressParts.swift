// SPDX-License-Identifier: Apache-2.0
extension String {
    /// A user name or e-mail address in the pieces between which a page may break it; the last begins with the at sign.
    ///
    /// Anywhere else a narrow page would break it as well, and leave the last letter alone on a line.
    package var addressParts: [String] {
        guard let at = lastIndex(of: "@") else { return [self] }
        return [String(self[..<at]), String(self[at...])]
    }
}
