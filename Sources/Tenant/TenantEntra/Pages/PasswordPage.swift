// SPDX-License-Identifier: Apache-2.0
import TenantAuthorization
import TenantDirectory

/// The page for the password.
struct PasswordPage {
    let form: SignInForm
    let person: DirectoryPerson
    let error: String?
    /// A hint about the password, where one may be shown.
    let hint: String?

    /// The values for the template.
    var values: [String: Any] {
        var values = form.values
        values["username"] = person.userPrincipalName
        values["usernameParts"] = person.userPrincipalName.addressParts
        values["displayName"] = person.displayName
        values["error"] = error
        values["passwordHint"] = hint
        return values
    }
}
