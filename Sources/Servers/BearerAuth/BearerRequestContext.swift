// SPDX-License-Identifier: Apache-2.0
public import Hummingbird
public import Provider

/// A request context that can hold the caller's token.
///
/// ``BearerAuthenticator`` fills ``accessToken``; ``RequiredScope`` and the routes read it.
public protocol BearerRequestContext: RequestContext {
    /// The caller's validated token; `nil` before the authenticator has run.
    var accessToken: AccessToken? { get set }
}

extension BearerRequestContext {
    /// The caller.
    ///
    /// - Throws: ``BearerChallenge`` (401) if the route is not behind a ``BearerAuthenticator``.
    public func requireAccessToken() throws -> AccessToken {
        guard let accessToken else { throw BearerChallenge(.tokenAbsent) }
        return accessToken
    }
}
