// SPDX-License-Identifier: Apache-2.0
package import SignIn

/// An account in words.
@MainActor package struct AccountSummary {
    /// The name.
    package let name: String
    /// The user name.
    package let detail: String
    /// When the person signed in, or that the person must sign in again.
    package let since: String
    /// That the person must sign in again, or the last sign-out goes on; `nil` otherwise.
    package let notice: String?
    /// Whether the account is being signed out.
    package let isLeaving: Bool
    /// The permissions of the app.
    package let permissions: [String]
    /// Whether the pages use this account.
    package let isInUse: Bool
    /// The name of the system's symbol beside it: in use, or the person must sign in again; `nil` for others.
    package let symbol: String?

    /// Describes an account in one language.
    package init(_ account: Account, at registration: RegistrationModel, in texts: Texts) {
        name = account.shownName
        detail = account.identity.username ?? ""
        since =
            account.needsSignIn
            ? texts.accounts.needsSignIn : texts.accounts.signedInSince(texts.dayAndTime(account.signedInAt))
        isLeaving = registration.accounts.state.leaving.contains(account.id)
        notice = isLeaving ? texts.accounts.signingOut : account.needsSignIn ? texts.accounts.needsSignIn : nil
        permissions = account.permissions(at: registration.settings).map(texts.accounts.permission)
        isInUse = registration.accounts.state.current?.id == account.id
        symbol = account.needsSignIn ? "exclamationmark.circle" : isInUse ? "checkmark" : nil
    }
}
