// SPDX-License-Identifier: Apache-2.0
/// The purpose of a visit to the provider's pages.
package enum SignInVisit: Sendable, Hashable {
    /// To sign in.
    case signIn(SignInWish)
    /// To change the account; this does not sign in.
    case change(AccountChange)
}

/// A change of an account on the provider's pages: each is a user flow of its own at Azure AD B2C.
package enum AccountChange: Sendable, Hashable, CaseIterable {
    /// The name and the other facts about the person.
    case profile
    /// A new password.
    case password
}
