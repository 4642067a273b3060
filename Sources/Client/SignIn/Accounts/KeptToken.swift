// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
package import PortableFoundation
import SignInProvider

package struct KeptToken: Sendable, Hashable, Codable {
    package var accessToken: Redacted<String>
    package var obtainedAt: Date
    package var expiresAt: Date
    /// When the provider wants it refreshed (`refresh_in`).
    package var refreshAt: Date?
    /// The requested scopes, or the granted ones if these do not cover the request.
    package var scopes: ScopeSet
    private var requestedAs: TokenTraits?

    var traits: TokenTraits { requestedAs ?? .plain }

    init?(
        _ response: TokenResponse, scopes: ScopeSet, as traits: TokenTraits = .plain, obtainedAt: Date,
        isRefreshable: Bool = true
    ) {
        guard let accessToken = response.accessToken else { return nil }
        self.accessToken = accessToken
        self.scopes = scopes
        requestedAs = traits == .plain ? nil : traits
        self.obtainedAt = obtainedAt
        // RFC 6749 §5.1 lets a provider omit the lifetime. A token that the client cannot replace is valid until an API
        // rejects it.
        expiresAt =
            response.expiresIn.map { obtainedAt + $0.timeInterval }
            ?? (isRefreshable ? obtainedAt + 300 : .distantFuture)
        refreshAt = response.refreshIn.map { obtainedAt + $0.timeInterval }
    }

    /// Whether the token is so new that a refresh would not help: an API that rejects it rejects every token.
    func isNew(at now: Date) -> Bool {
        (0..<TokenSchedule.newness / .seconds(1)).contains(now.timeIntervalSince(obtainedAt))
    }

    /// OpenID Connect's own scopes name no API, and do not count.
    func isFor(_ other: ScopeSet, as traits: TokenTraits) -> Bool {
        scopes.permissions == other.permissions && self.traits == traits
    }

    func isWithin(_ other: ScopeSet) -> Bool { scopes.permissions.isSubset(of: other.permissions) }
}

/// When to stop sending a token, and when to refresh it, both counted from now.
struct TokenSchedule: Hashable {
    /// The token must still be valid when it arrives.
    let usableFor: Duration
    let freshFor: Duration

    /// Uses the wall clock, the only time in a file.
    ///
    /// If the clock is before the time of receipt, it was set back. The remaining lifetime is then unknown, and the
    /// token counts as expired.
    init(_ token: KeptToken, now: Date) {
        let age = now.timeIntervalSince(token.obtainedAt)
        guard age >= -Self.tolerance else {
            (usableFor, freshFor) = (.zero, .zero)
            return
        }
        let lifetime = token.expiresAt.timeIntervalSince(token.obtainedAt)
        let margin = min(60, lifetime / 10)
        let ahead = token.refreshAt.map { token.expiresAt.timeIntervalSince($0) } ?? min(300, lifetime / 5)
        let left = lifetime - max(0, age)
        usableFor = .seconds(max(0, left - margin))
        // Even with a tiny `refresh_in`, a new token is used for a while, or each call would refresh it.
        let isNewFor = Self.newness / .seconds(1) - max(0, age)
        freshFor = .seconds(max(0, left - max(ahead, margin), min(isNewFor, left - margin)))
    }

    /// How long a new token is used without a refresh, even if the provider or an API requests one.
    static let newness: Duration = .seconds(30)

    /// Clocks of two programs, or one clock before and after a correction, may differ by this many seconds.
    private static let tolerance: TimeInterval = 60
}

extension TokenResponse {
    /// The scopes to store the access token for: a token for one API must not be used for another. RFC 6749 §5.1
    ///
    /// A token that covers the request is stored for the requested scopes. The client does not compare scopes at
    /// Microsoft's providers, which write them differently in responses but issue one API's token for one API's scopes,
    /// nor at plain OAuth providers, which have their own conventions.
    func granted(asking scopes: ScopeSet, of registration: ClientRegistration) -> ScopeSet {
        guard !registration.rules.sendsScopesToTokenEndpoint, registration.oauthProvider == nil,
            let granted = self.scopes
        else {
            return scopes
        }
        return granted.permissions.isSuperset(of: scopes.permissions) ? scopes : granted
    }

    /// The scopes that the user granted at a sign-in.
    ///
    /// Some providers return only API permissions, or their own names for `profile` and `email`; the requested OpenID
    /// Connect scopes then count as granted. Many omit `openid` and `offline_access`.
    func consented(asking scopes: ScopeSet, of registration: ClientRegistration) -> ScopeSet {
        let granted = granted(asking: scopes, of: registration)
        guard !registration.rules.sendsScopesToTokenEndpoint, registration.oauthProvider == nil,
            let told = self.scopes
        else { return granted }
        let asked = scopes.openIDConnectPart
        guard !told.openIDConnectPart.isEmpty, told.scopes.allSatisfy(scopes.contains) else {
            return granted.resourcePart.union(asked)
        }
        let unsaid = ScopeSet(asked.scopes.filter { ["openid", "offline_access"].contains($0) })
        return granted.resourcePart.union(told.openIDConnectPart).union(unsaid)
    }
}

extension ScopeSet {
    /// All of it if the grant is unknown.
    func granted(in granted: ScopeSet) -> ScopeSet {
        granted.isEmpty ? self : ScopeSet(scopes.filter(granted.contains))
    }
}

/// The settings of a registration that affect an access token in addition to its permissions.
///
/// A token that was requested with other settings lacks a capability that the API relies on, or a binding that the app
/// requires.
package struct TokenTraits: Sendable, Hashable, Codable {
    /// Sorted, so that their order does not matter.
    var capabilities: [String] = []
    /// RFC 9449.
    var isBound = false
    /// `nil` if not, as in earlier records. RFC 8705
    var isCertificateBound: Bool?
    /// RFC 8707.
    var resource: String?

    static let plain = TokenTraits()
}

extension ClientRegistration {
    var tokenTraits: TokenTraits {
        TokenTraits(
            capabilities: clientCapabilities.sorted(), isBound: dpopBoundAccessTokens,
            isCertificateBound: tlsClientCertificateBoundAccessTokens ? true : nil, resource: sentResource)
    }
}
