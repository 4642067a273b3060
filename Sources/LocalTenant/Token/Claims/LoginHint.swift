// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import OAuth

/// What the claim `login_hint` says: who somebody is, for the parameters `login_hint` and `logout_hint` of this tenant.
///
/// Apps must not look inside. Like the real one it is `O.` and a base64url text; within stand the person's id, the
/// directory's and the user name, each behind a tag and its length. It proves nothing, and is no secret.
struct LoginHint: Sendable, Hashable {
    /// The id of the person.
    let personID: String
    /// The text to send.
    let text: String

    private static let prefix = "O."

    /// The hint for a person.
    init(_ person: DirectoryPerson) {
        personID = person.id
        let fields = [person.id, person.tenantID, person.userPrincipalName]
        let bytes = zip([0x0A, 0x12, 0x1A] as [UInt8], fields).flatMap { tag, text in
            let content = Array(text.utf8.prefix(127))
            return [tag, UInt8(content.count)] + content
        }
        text = Self.prefix + bytes.unpaddedBase64URL
    }

    /// Reads a hint; `nil` for any other text.
    init?(_ text: String) {
        guard text.hasPrefix(Self.prefix), let bytes = try? Base64URL.decode(String(text.dropFirst(Self.prefix.count))),
            bytes.count > 2, bytes[0] == 0x0A, bytes.count >= 2 + Int(bytes[1]),
            let id = String(validating: bytes[2..<(2 + Int(bytes[1]))], as: UTF8.self)
        else { return nil }
        personID = id
        self.text = text
    }

    /// The name or id to look somebody up by: what a hint means, or the text itself, as people and apps type it.
    static func subject(of text: String) -> String { LoginHint(text)?.personID ?? text }
}
