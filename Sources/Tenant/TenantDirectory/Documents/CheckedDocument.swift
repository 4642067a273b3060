// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures

/// A JSON object without errors of form, and the passwords in it.
package struct CheckedDocument: Sendable {
    package let text: JSONText
    /// The passwords in clear.
    package let passwords: Set<String>

    package var members: [String: JSONValue] { text.value.object ?? [:] }

    /// Checks a text.
    ///
    /// - Throws: `JOSEError` if it is no JSON object.
    package init(_ json: [UInt8]) throws(JOSEError) {
        var passwords: Set<String> = []
        text = try JSONText(checking: json) { member, text in
            if member == PasswordHashes.member, PasswordHashes.isPassword(text) { passwords.insert(text) }
        }
        self.passwords = passwords
    }
}
