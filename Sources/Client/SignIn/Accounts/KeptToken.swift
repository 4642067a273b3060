// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import OAuth
import Provider

/// One access token, with what it is for and how long it is good.
public struct KeptToken: Sendable, Hashable, Codable {
    /// The token.
    public var accessToken: Redacted<String>
    /// When it was given.
    public var obtainedAt: Date
    /// When it ends.
    public var expiresAt: Date
    /// When the provider wants it to be renewed, where it says so (`refresh_in`).
    public var refreshAt: Date?
    /// What was asked for to get it.
    public var scopes: ScopeSet

    /// Keeps what the token endpoint gave; `nil` if it gave no access token.
    ///
    /// - Parameters:
    ///   - response: What it gave.
    ///   - scopes: What was asked for.
    ///   - obtainedAt: When.
    ///   - isRenewable: Whether another one can be had without the person.
    init?(_ response: TokenResponse, scopes: ScopeSet, obtainedAt: Date, isRenewable: Bool = true) {
        guard let accessToken = response.accessToken else { return nil }
        self.accessToken = accessToken
        self.scopes = scopes
        self.obtainedAt = obtainedAt
        // RFC 6749 §5.1 lets a provider keep the lifetime to itself; where there is no other token to be had, this one
        // is good until an API refuses it.
        expiresAt =
            response.expiresIn.map { obtainedAt + $0.timeInterval }
            ?? (isRenewable ? obtainedAt + 300 : .distantFuture)
        refreshAt = response.refreshIn.map { obtainedAt + $0.timeInterval }
    }

    /// Whether the token is so new that another one would be no better: an API that refuses it refuses each.
    func isNew(at now: Date) -> Bool {
        (0..<TokenSchedule.newness / .seconds(1)).contains(now.timeIntervalSince(obtainedAt))
    }

    /// Whether the token was asked for with the same permissions; the scopes of OpenID Connect itself name no API.
    func isFor(_ other: ScopeSet) -> Bool {
        scopes.permissions == other.permissions
    }

    /// Whether the token was asked for with nothing but some of these permissions.
    func isWithin(_ other: ScopeSet) -> Bool {
        scopes.permissions.isSubset(of: other.permissions)
    }
}
