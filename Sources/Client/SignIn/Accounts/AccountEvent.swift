// SPDX-License-Identifier: Apache-2.0
public import OAuth

/// An event in the life of an account.
public enum AccountEvent: Sendable {
    /// A person signed in, and the storage had no account of theirs at that registration.
    case added(Account)
    /// The person signed in again or consented to more, the app changed its own data, or another program saved the
    /// account.
    case changed(Account)
    /// The provider gave the account a new access token for these permissions.
    case refreshed(Account, ScopeSet)
    /// The provider ended the sign-in, or gave no refresh token: the person must sign in before the next API call.
    case needsSignIn(Account)
    /// This program, or another one that shares the accounts, removed the account.
    case removed(Account.ID)
    /// The client could not get a new access token; the account stays as it is.
    case failed(Account.ID, any Error)
}
