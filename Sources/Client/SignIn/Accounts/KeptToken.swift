// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
package import PortableFoundation
import SignInProvider

/// One access token with its scopes and its lifetime.
package struct KeptToken: Sendable, Hashable, Codable {
    package var accessToken: Redacted<String>
    package var obtainedAt: Date
    package var expiresAt: Date
    /// When to refresh it, if the provider says so (`refresh_in`).
    package var refreshAt: Date?
    /// The requested scopes, or the granted ones where these do not cover the request.
    package var scopes: ScopeSet
    /// The settings under which it was requested; `nil` for plain ones.
    private var requestedAs: TokenTraits?

    var traits: TokenTraits { requestedAs ?? .plain }

    /// Takes the access token of a response; `nil` if it has none.
    init?(
        _ response: TokenResponse, scopes: ScopeSet, as traits: TokenTraits = .plain, obtainedAt: Date,
        isRefreshable: Bool = true
    ) {
        guard let accessToken = response.accessToken else { return nil }
        self.accessToken = accessToken
        self.scopes = scopes
        requestedAs = traits == .plain ? nil : traits
        self.obtainedAt = obtainedAt
        // RFC 6749 §5.1 lets a provider omit the lifetime. A token that the client cannot replace is good until an API
        // refuses it.
        expiresAt =
            response.expiresIn.map { obtainedAt + $0.timeInterval }
            ?? (isRefreshable ? obtainedAt + 300 : .distantFuture)
        refreshAt = response.refreshIn.map { obtainedAt + $0.timeInterval }
    }

    /// Whether the token is so new that a refresh would not help: an API that refuses it refuses each.
    func isNew(at now: Date) -> Bool {
        (0..<TokenSchedule.newness / .seconds(1)).contains(now.timeIntervalSince(obtainedAt))
    }

    /// Whether the token has exactly these permissions, and was requested under these settings.
    ///
    /// OpenID Connect's own scopes name no API and do not count.
    func isFor(_ other: ScopeSet, as traits: TokenTraits) -> Bool {
        scopes.permissions == other.permissions && self.traits == traits
    }

    /// Whether the token has no permission beyond these.
    func isWithin(_ other: ScopeSet) -> Bool {
        scopes.permissions.isSubset(of: other.permissions)
    }
}

/// When to stop sending a token, and when to refresh it before that, both counted from now.
struct TokenSchedule: Hashable {
    /// How long to send the token: it must still be good when it arrives.
    let usableFor: Duration
    /// How long the token needs no refresh.
    let freshFor: Duration

    /// Decides by the wall clock, the only time in a file.
    ///
    /// If the clock shows a time before the token was received, it was set back since. The remaining lifetime is then
    /// unknown, and the token counts as expired.
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
        // Even with a tiny `refresh_in` a new token is used for a while, or each call would refresh it.
        let isNewFor = Self.newness / .seconds(1) - max(0, age)
        freshFor = .seconds(max(0, left - max(ahead, margin), min(isNewFor, left - margin)))
    }

    /// How long a new token is used without a refresh, even if the provider or an API asks for one.
    static let newness: Duration = .seconds(30)

    /// The clocks of two programs, or one clock before and after a correction, may differ by this much.
    private static let tolerance: TimeInterval = 60
}

extension TokenResponse {
    /// The scopes to keep the access token for: a token of one API must not serve as that of another.
    ///
    /// A token that covers the request is kept for the requested scopes. The client does not compare scopes of two
    /// kinds of provider: Microsoft's write them differently in responses but give one API's token for one API's
    /// scopes, and plain OAuth providers have conventions of their own.
    ///
    /// RFC 6749 §5.1
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
    /// Some providers name only the permissions for APIs, or have names of their own for `profile` and `email`; then
    /// those of OpenID Connect count as granted. Many do not repeat `openid` and `offline_access`.
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
    /// The part that was granted; all of it where the grant is unknown.
    func granted(in granted: ScopeSet) -> ScopeSet {
        granted.isEmpty ? self : ScopeSet(scopes.filter(granted.contains))
    }
}

/// The settings of a registration that shape an access token beside its permissions.
///
/// A token that was requested under other settings is never given in place of one under these: it would lack the
/// capability that the API relies on, or the binding that the app demands.
package struct TokenTraits: Sendable, Hashable, Codable {
    /// The app's capabilities, in order.
    var capabilities: [String] = []
    /// Whether the token is bound to the account's key. RFC 9449
    var isBound = false
    /// Whether the token is bound to the client's certificate; `nil` if not, as in earlier records. RFC 8705
    var isCertificateBound: Bool?
    /// The API that the token is for. RFC 8707
    var resource: String?

    /// Those of a registration without any of these settings.
    static let plain = TokenTraits()
}

extension ClientRegistration {
    /// The traits of tokens that are requested now.
    var tokenTraits: TokenTraits {
        TokenTraits(
            capabilities: clientCapabilities.sorted(), isBound: dpopBoundAccessTokens,
            isCertificateBound: tlsClientCertificateBoundAccessTokens ? true : nil, resource: sentResource)
    }
}
