// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import OAuth
import Provider

/// One access token with its scopes and its lifetime.
public struct KeptToken: Sendable, Hashable, Codable {
    /// The token.
    public var accessToken: Redacted<String>
    /// When the client received it.
    public var obtainedAt: Date
    /// When it ends.
    public var expiresAt: Date
    /// When to refresh it, if the provider says so (`refresh_in`).
    public var refreshAt: Date?
    /// The requested scopes, or the granted ones where these do not cover the request.
    public var scopes: ScopeSet

    /// Takes the access token of a response; `nil` if it has none.
    ///
    /// - Parameters:
    ///   - response: The response of the token endpoint.
    ///   - scopes: The scopes to keep it for.
    ///   - obtainedAt: When the response came.
    ///   - isRenewable: Whether the client can get another one without the person.
    init?(_ response: TokenResponse, scopes: ScopeSet, obtainedAt: Date, isRenewable: Bool = true) {
        guard let accessToken = response.accessToken else { return nil }
        self.accessToken = accessToken
        self.scopes = scopes
        self.obtainedAt = obtainedAt
        // RFC 6749 §5.1 lets a provider omit the lifetime. A token that the client cannot replace is good until an API
        // refuses it.
        expiresAt =
            response.expiresIn.map { obtainedAt + $0.timeInterval }
            ?? (isRenewable ? obtainedAt + 300 : .distantFuture)
        refreshAt = response.refreshIn.map { obtainedAt + $0.timeInterval }
    }

    /// Whether the token is so new that a refresh would not help: an API that refuses it refuses each.
    func isNew(at now: Date) -> Bool {
        (0..<TokenSchedule.newness / .seconds(1)).contains(now.timeIntervalSince(obtainedAt))
    }

    /// Whether the token has exactly these permissions; OpenID Connect's own scopes name no API and do not count.
    func isFor(_ other: ScopeSet) -> Bool {
        scopes.permissions == other.permissions
    }

    /// Whether the token has no permission beyond these.
    func isWithin(_ other: ScopeSet) -> Bool {
        scopes.permissions.isSubset(of: other.permissions)
    }
}
