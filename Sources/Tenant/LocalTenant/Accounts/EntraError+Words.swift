// SPDX-License-Identifier: Apache-2.0

extension EntraError {
    /// What somebody at the sign-in page is told about their account, with the number to look it up by.
    var wordsForPeople: String { "\(plainWords) (AADSTS\(number))" }

    /// The same without the number, for pages that are not Entra ID's.
    var plainWords: String {
        switch number {
        case Self.wrongPassword.number: "The password is not right. Try again."
        case Self.accountLocked.number:
            "Too many wrong passwords were typed for this account. Wait a minute, then try again."
        case Self.noPassword.number:
            "This account has no password, so nobody can sign in with one. Ask an administrator to set one."
        case Self.accountDisabled.number:
            "This account is disabled. Ask an administrator of your directory to enable it."
        default: text
        }
    }
}
