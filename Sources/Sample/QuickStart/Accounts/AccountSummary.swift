// SPDX-License-Identifier: Apache-2.0
public import SignIn

/// An account as text.
@MainActor public struct AccountSummary {
    /// The name.
    public let name: String
    /// The user name.
    public let detail: String
    /// When the user signed in, or that they must sign in again.
    public let since: String
    /// That the user must sign in again, or that a sign-out is in progress; `nil` otherwise.
    public let notice: String?
    /// Whether a sign-out is in progress.
    public let isLeaving: Bool
    /// The permissions of the app.
    public let permissions: [String]
    /// Whether the pages use this account.
    public let isInUse: Bool
    /// The system symbol: in use, or the user must sign in again; `nil` for others.
    public let symbol: String?

    /// Describes an account in one language.
    public init(_ account: Account, at registration: RegistrationModel, in texts: Texts) {
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

extension Account {
    /// The name for pages, even if the provider returns none.
    public var shownName: String { identity.name ?? identity.username ?? identity.subject }

    /// The permissions as known to the app: the last part of a scope is its name.
    public func permissions(at settings: Settings) -> [Texts.Permission] {
        let granted = grantedScopes.isEmpty ? settings.registration.scopes : grantedScopes
        let names = granted.union(settings.tasks?.scopes ?? []).scopes
            .map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        return Texts.Permission.allCases.filter { names.contains($0.rawValue) }
    }
}
