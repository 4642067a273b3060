// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
public import PortableFoundation
public import SignInProvider
import SystemCryptography

/// One user signed in at one client registration.
///
/// ```swift
/// for account in try await accounts.accounts() {
///     let name = account.identity.name ?? "One person"
///     await show(account.needsSignIn ? "\(name) must sign in again." : "\(name) is signed in.")
/// }
/// ```
public struct Account: Sendable, Hashable, Identifiable {
    /// The account's permanent ID, which does not reveal the user.
    public struct ID: Hashable, Sendable, RawRepresentable {
        /// The text form, in URL-safe characters.
        public let rawValue: String

        /// Creates an ID from stored text.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The account's ID in storage.
    public let id: ID
    /// The name of the registration that it belongs to.
    public let registration: String
    /// The identity of the user.
    public let identity: Identity
    /// The time of the user's latest sign-in.
    public let signedInAt: Date
    /// Whether the user must sign in again: the provider ended the sign-in, or the tokens expired without a refresh
    /// token.
    public let needsSignIn: Bool
    /// The permissions that the user consented to, as far as the provider reported them.
    public let grantedScopes: ScopeSet
    /// The authorization details that the provider granted, from its latest token response; `nil` if the sign-in
    /// requested none. RFC 9396 §7
    public let grantedAuthorizationDetails: AuthorizationDetails?
    /// The app's own data, set with ``AccountStore/setUserData(_:for:)``.
    public let userData: Data?
}

extension Account.ID {
    /// The same user at the same registration always has the same ID.
    init(_ parts: [String]) {
        // Each part has its length, so that two lists never give the same text.
        let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
        self.init(rawValue: Array(Array(SHA256.hash(data: Array(text.utf8))).prefix(16)).unpaddedBase64URL)
    }
}
