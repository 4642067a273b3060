// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures

/// A well-formed JSON object, and the plaintext passwords in it.
package struct CheckedDocument: Sendable {
    package let text: JSONText
    package let passwords: Set<String>

    package var members: [String: JSONValue] { text.value.object ?? [:] }

    package init(_ json: [UInt8]) throws(JOSEError) {
        var passwords: Set<String> = []
        text = try JSONText(checking: json) { member, text in
            if member == PasswordHashes.member, PasswordHashes.isPassword(text) { passwords.insert(text) }
        }
        self.passwords = passwords
    }
}
