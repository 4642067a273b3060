// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird
import TenantAuthorization
import TenantDirectory

/// The page for a new password in place of an expired one.
struct PasswordChangePage {
    let form: SignInForm
    let person: DirectoryPerson
    let error: String?

    /// The values for the template.
    var values: [String: Any] {
        var values = form.values
        values["username"] = person.userPrincipalName
        values["usernameParts"] = person.userPrincipalName.addressParts
        values["displayName"] = person.displayName
        values["newPasswordField"] = PasswordChange.newPasswordField
        values["rules"] = PasswordRules.words
        values["error"] = error
        return values
    }
}

extension Pages {
    /// The page for a new password.
    func passwordChange(_ page: PasswordChangePage, for authorize: AuthorizeRequest) -> Response {
        html("password-change", page.values, policy: policy(for: authorize), cookie: page.form.cookie)
    }
}
