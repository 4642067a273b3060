// SPDX-License-Identifier: Apache-2.0
public import SignIn

/// What a sign-in is to bring.
public enum SignInWish: Sendable, Hashable {
    /// Any account that the provider offers.
    case anyAccount
    /// Another account than those that are signed in already: the provider lets the person choose.
    case anotherAccount
    /// The account of this name: the provider fills it in.
    case account(named: String)
    /// These permissions, which the app did not have before; empty for those that it asks for anyway.
    case consent(ScopeSet)

    /// What the person should see.
    var options: SignInOptions {
        switch self {
        case .anyAccount: SignInOptions()
        case .anotherAccount: SignInOptions(prompt: .selectAccount)
        case .account(let name): SignInOptions(loginHint: name)
        case .consent: SignInOptions(prompt: .consent)
        }
    }

    /// The permissions to ask for besides those of the settings.
    package var scopes: ScopeSet {
        if case .consent(let scopes) = self { scopes } else { [] }
    }
}
