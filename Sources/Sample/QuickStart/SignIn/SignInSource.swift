// SPDX-License-Identifier: Apache-2.0
public import SignIn

/// Shows the provider's pages.
public protocol SignInSource: Sendable {
    /// Signs a user in; throws `CancellationError` if the user cancels, or a `ServerError` with the `nextAction` to
    /// switch the user flow for a forgotten password.
    func signIn(_ wish: SignInWish) async throws -> Account

    /// Lets the user change the account.
    func show(_ change: AccountChange) async throws
}

/// The purpose of a visit to the provider's pages.
public enum SignInVisit: Sendable, Hashable {
    case signIn(SignInWish)
    /// A visit that changes the account does not sign in.
    case change(AccountChange)
}

/// A change of an account on the provider's pages; each is a separate user flow at Azure AD B2C.
public enum AccountChange: Sendable, Hashable, CaseIterable {
    case profile
    case password
}

/// The purpose of a sign-in.
public enum SignInWish: Sendable, Hashable {
    case anyAccount
    /// The provider lets the user choose an account that is not signed in.
    case anotherAccount
    /// The provider's page has the name filled in.
    case account(named: String)
    /// Consent to these additional scopes; empty means the scopes of the settings.
    case consent(ScopeSet)

    func options(at settings: Settings) -> SignInOptions {
        switch self {
        case .anyAccount: SignInOptions()
        case .anotherAccount: SignInOptions(prompt: settings.anotherAccount)
        case .account(let name): SignInOptions(loginHint: name)
        case .consent: SignInOptions(prompt: .consent)
        }
    }

    /// The scopes to request in addition to those of the settings.
    public var scopes: ScopeSet {
        if case .consent(let scopes) = self { scopes } else { [] }
    }
}

extension Settings {
    /// The prompt that offers another account; Azure AD B2C has no account picker.
    public var anotherAccount: SignInOptions.Prompt { form == .b2c ? .login : .selectAccount }
}
