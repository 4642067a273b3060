// SPDX-License-Identifier: Apache-2.0
extension DirectoryPerson {
    /// The user name in the pieces between which a page may break it, of which the last begins with the at sign.
    ///
    /// Anywhere else a narrow page would break it as well, and leave the last letter alone on a line.
    var usernameParts: [String] {
        guard let at = userPrincipalName.lastIndex(of: "@") else { return [userPrincipalName] }
        return [String(userPrincipalName[..<at]), String(userPrincipalName[at...])]
    }
}
