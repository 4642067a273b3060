// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import OAuth
import TenantDirectory

/// The value of the claim `login_hint`: it names an account, in a form that is opaque to apps.
///
/// It is no secret and proves nothing: it fills in a field, or names the person to sign out.
struct LoginHint: Sendable, Hashable {
    private static let mark = "O."

    /// The id of the person.
    let personID: String

    init(of person: DirectoryPerson) {
        personID = person.id
    }

    /// Reads the claim's value; `nil` for user names and everything else.
    init?(_ text: String) {
        guard text.hasPrefix(Self.mark), let bytes = try? Base64URL.decode(text.dropFirst(Self.mark.count)),
            let id = String(validating: bytes, as: UTF8.self), UUID(uuidString: id) != nil
        else { return nil }
        personID = id
    }

    /// The value of the claim.
    var text: String { Self.mark + personID.utf8.unpaddedBase64URL }
}

extension DirectoryPerson {
    /// Whether a hint means this person: by the claim's value, by user name, or by id.
    func isMeant(by hint: String) -> Bool {
        let name = LoginHint(hint)?.personID ?? hint
        return [id, userPrincipalName.lowercased()].contains(name.lowercased())
    }
}
