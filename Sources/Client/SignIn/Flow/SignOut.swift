// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// The provider's part of a sign-out, after the account was removed from this machine.
///
/// ```swift
/// let outcome = try await flow.signOut(account, with: agent)
/// if case .open(let address) = outcome.session { await show("Open \(address) to sign out there too.") }
/// if let reason = outcome.failure { await show("The provider may not know of it: \(reason)") }
/// ```
public struct SignOut: Sendable {
    /// The state of the provider's session in the user's browser.
    public enum Session: Sendable {
        /// The user visited the provider, which ended the session.
        case ended
        /// The session ends when the user opens this URL; until then, the next sign-in may not prompt the user.
        case open(URL)
        /// The session continues, because the provider has no sign-out page, or because of this error.
        case remains(reason: (any Error)?)
    }

    /// The state of the account's refresh token. RFC 7009
    public enum RefreshToken: Sendable {
        /// The account had no refresh token.
        case absent
        /// The provider accepted the revocation; access tokens may stay valid until they expire.
        case revoked
        /// The token may still work, because the provider does not support revocation, or because of this error.
        case remains(reason: (any Error)?)
    }

    /// The provider's session.
    public var session: Session
    /// The account's refresh token.
    public var refreshToken: RefreshToken

    /// Creates a result.
    public init(session: Session, refreshToken: RefreshToken) {
        self.session = session
        self.refreshToken = refreshToken
    }

    /// The reason that the provider could not end the session or revoke the token; `nil` if nothing failed.
    public var failure: (any Error)? {
        if case .remains(let reason?) = session { return reason }
        if case .remains(let reason?) = refreshToken { return reason }
        return nil
    }
}
