// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Provider

/// One person signed in at one client registration.
public struct Account: Sendable, Hashable, Identifiable {
    /// Names an account for ever, and tells nobody whose it is.
    public struct ID: Hashable, Sendable, RawRepresentable {
        /// The text form, of URL-safe characters.
        public let rawValue: String

        /// Takes an id that was kept as text.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The account's name in storage.
    public let id: ID
    /// The name of the registration that it belongs to.
    public let registration: String
    /// Who it is.
    public let identity: Identity
    /// When the person last signed in.
    public let signedInAt: Date
    /// Whether the provider ended the sign-in: the person has to sign in again before an API can be called.
    public let needsSignIn: Bool
    /// What the app keeps with the account, written by ``AccountStore/setUserData(_:for:)``.
    public let userData: Data?
}
