// SPDX-License-Identifier: Apache-2.0
package import SignIn

/// The purpose of a sign-in.
package enum SignInWish: Sendable, Hashable {
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
    package var scopes: ScopeSet {
        if case .consent(let scopes) = self { scopes } else { [] }
    }
}

extension Settings {
    /// The prompt that offers another account; Azure AD B2C knows no list of accounts.
    package var anotherAccount: SignInOptions.Prompt { form == .b2c ? .login : .selectAccount }
}
