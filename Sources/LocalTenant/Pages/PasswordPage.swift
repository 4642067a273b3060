// SPDX-License-Identifier: Apache-2.0
/// The page for the password.
struct PasswordPage {
    let form: SignInForm
    let person: DirectoryPerson
    let error: String?

    /// The values for the template.
    var values: [String: Any] {
        var values = form.values
        values["username"] = person.userPrincipalName
        values["usernameParts"] = person.userPrincipalName.addressParts
        values["displayName"] = person.displayName
        values["error"] = error
        values["sampleHint"] =
            person.passwordHash == nil
            ? "Every sample person has the password “\(IdentityPlatform.samplePassword)”."
            : "This person has a password of their own."
        return values
    }
}
