// SPDX-License-Identifier: Apache-2.0
public import OAuth

/// Something that happened to an account.
public enum AccountEvent: Sendable {
    /// A person signed in who was not known at that registration.
    case added(Account)
    /// A person signed in again, or agreed to more, or the app's own data of the account changed; or another program
    /// that shares the accounts saved it, for whatever reason.
    case changed(Account)
    /// The account got a new access token for these permissions.
    case refreshed(Account, ScopeSet)
    /// The provider has ended the sign-in, or gave nothing to renew it with: no API can be called until the person
    /// signs in again.
    case needsSignIn(Account)
    /// The account is not kept any more; here or in another program that shares the accounts.
    case removed(Account.ID)
    /// A new access token could not be had; the account stays as it is.
    case failed(Account.ID, any Error)
}
