// SPDX-License-Identifier: Apache-2.0
public import SignIn

/// Shows the provider's pages.
public protocol SignInSource: Sendable {
    /// Signs a person in.
    ///
    /// - Throws: `CancellationError` when the person cancels; `ServerError`, with the `nextAction` to switch the user
    ///   flow for a forgotten password; other errors of the source.
    func signIn(_ wish: SignInWish) async throws -> Account

    /// Lets the person change the account.
    ///
    /// - Throws: As ``signIn(_:)``.
    func show(_ change: AccountChange) async throws
}

/// The purpose of a visit to the provider's pages.
public enum SignInVisit: Sendable, Hashable {
    /// To sign in.
    case signIn(SignInWish)
    /// To change the account; this does not sign in.
    case change(AccountChange)
}

/// A change of an account on the provider's pages: each is a user flow of its own at Azure AD B2C.
public enum AccountChange: Sendable, Hashable, CaseIterable {
    /// The name and the other facts about the person.
    case profile
    /// A new password.
    case password
}

/// The purpose of a sign-in.
public enum SignInWish: Sendable, Hashable {
    /// Any account that the provider offers.
    case anyAccount
    /// Another account than those that are signed in: the provider lets the person choose.
    case anotherAccount
    /// The account with this name: the provider's page fills the name in.
    case account(named: String)
    /// Consent to these scopes, which the app did not have before; the empty set means the scopes of the settings.
    case consent(ScopeSet)

    /// The options for the provider's pages.
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
    /// The prompt that offers another account; Azure AD B2C knows no list of accounts.
    public var anotherAccount: SignInOptions.Prompt { form == .b2c ? .login : .selectAccount }
}
