// SPDX-License-Identifier: Apache-2.0
/// The page for the password.
struct PasswordPage {
    let form: SignInForm
    let person: DirectoryPerson
    let error: String?
    /// Whether the password is the one that the program tells everybody.
    let hasSamplePassword: Bool

    /// The values for the template.
    var values: [String: Any] {
        var values = form.values
        values["username"] = person.userPrincipalName
        values["usernameParts"] = person.userPrincipalName.addressParts
        values["displayName"] = person.displayName
        values["error"] = error
        values["sampleHint"] =
            person.passwordHash != nil
            ? "This person has a password of their own."
            : hasSamplePassword ? "Every sample person has the password “\(IdentityPlatform.samplePassword)”." : nil
        return values
    }
}
