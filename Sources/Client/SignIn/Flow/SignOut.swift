// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The result of a sign-out at the provider, after the account was removed from this machine.
///
/// ```swift
/// let outcome = try await flow.signOut(account, with: agent)
/// if case .open(let address) = outcome.session { await show("Open \(address) to sign out there too.") }
/// if let reason = outcome.failure { await show("The provider may not know of it: \(reason)") }
/// ```
public struct SignOut: Sendable {
    /// The state of the provider's own session in the person's browser.
    public enum Session: Sendable {
        /// The person was at the provider, which has ended the session.
        case ended
        /// The session ends when the person opens this address; until then the next sign-in may ask for nothing.
        case open(URL)
        /// The session goes on: the provider has no page to end it, or could not be asked, for this reason.
        case remains(reason: (any Error)?)
    }

    /// The state of the account's refresh token. RFC 7009
    public enum RefreshToken: Sendable {
        /// The account had none.
        case absent
        /// The provider accepted its revocation; access tokens may stay good until they expire.
        case revoked
        /// A copy of it still works: the provider does not revoke tokens, or did not this time, for this reason.
        case remains(reason: (any Error)?)
    }

    /// The provider's own session.
    public var session: Session
    /// The account's refresh token.
    public var refreshToken: RefreshToken

    /// Creates a result.
    public init(session: Session, refreshToken: RefreshToken) {
        self.session = session
        self.refreshToken = refreshToken
    }

    /// The reason that the session or the refresh token goes on at a provider that could have ended it; `nil` if
    /// nothing failed.
    public var failure: (any Error)? {
        if case .remains(let reason?) = session { return reason }
        if case .remains(let reason?) = refreshToken { return reason }
        return nil
    }
}
