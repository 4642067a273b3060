// SPDX-License-Identifier: Apache-2.0

import HTTPMessages
import HTTPTransport
import JSONWebSignatures
import OAuthMessages
package import PortableFoundation
package import SignInProvider

/// A provider that an API accepts; its metadata is fetched for the first token, and then once a day.
///
/// A class, because each request scans all providers of an API.
final class AcceptedProvider: Sendable {
    private let tokens: AcceptedTokens
    let transport: any Transport
    private let origin: Origin?
    private let providers: DiscoveredProviders
    private let name: DiscoveredProviders.Name
    let time: TimeSource

    init(_ tokens: AcceptedTokens, over transport: any Transport, time: TimeSource) {
        (self.tokens, self.transport) = (tokens, transport)
        origin = Origin(tokens.provider.issuer)
        providers = DiscoveredProviders(over: transport, time: time)
        name = DiscoveredProviders.Name(tokens.provider)
        self.time = time
    }

    var issuer: String { tokens.provider.issuer.absoluteString }
    var rules: AccessTokenRules { tokens.rules }
    var introspection: TokenIntrospection? { tokens.introspection }

    func provider() async throws -> IdentityProvider { try await provider {} }

    /// `check` runs before metadata is fetched.
    private func provider(after check: @Sendable () throws -> Void) async throws -> IdentityProvider {
        // The cache belongs to this API alone, so that it has the rules of the settings.
        if let known = providers.known(name) { return known.provider }
        return try await providers.provider(tokens.provider, after: check)
    }

    /// How well a token's unverified claims match this provider; a token of another origin causes no request.
    func likeness(of token: UnverifiedToken) async throws -> UnverifiedToken.Likeness {
        guard try token.mayBeFrom(origin) else { return .none }
        return token.likeness(to: try await provider())
    }

    /// Validates a token only by this provider's keys and rules.
    ///
    /// Without fresh metadata, it first reads the token's issuer: text that is not a token causes no request.
    func judge(_ token: UnverifiedToken) async throws -> VerifiedTokens.Entry {
        let provider = try await provider { _ = try token.issuer() }
        // Before the signature is verified: if the keys change meanwhile, they are another edition.
        let grounds = VerifiedTokens.Grounds(provider.keys, issuer: provider.metadata.issuer)
        let validator = TokenValidator(provider, time: time)
        return VerifiedTokens.Entry(
            try await validator.caller(with: token, under: tokens.rules), times: validator.times, grounds: grounds,
            current: { [providers, name] in
                providers.known(name).flatMap {
                    VerifiedTokens.Grounds($0.provider.keys, issuer: $0.provider.metadata.issuer)
                }
            })
    }
}

extension AcceptedProvider {
    /// Introspects a token; the API's own rules apply to the response as to a token.
    func ask(about token: Redacted<String>, by introspection: TokenIntrospection) async throws -> VerifiedTokens.Verdict
    {
        let provider = try await provider()
        let form: FormParameters = [
            "token": token.revealed, "token_type_hint": "access_token", "client_id": introspection.clientID,
        ]
        let authenticated = try await AuthenticatedForm(
            Redacted(form), to: try ProviderMetadata.secure(introspection.endpoint), of: introspection.clientID,
            by: introspection.authentication, at: provider, now: time.date())
        let response = try await transport.send(authenticated.request, body: authenticated.body)
        let answer = try IntrospectionAnswer(
            status: response.status.code, body: response.body, issuer: provider.metadata.issuer)
        let now = time.date()
        guard case .active(let claims) = answer else {
            let refusal = Refusal(.expired, "the token is unknown to the provider, or was revoked; get a new token")
            return .refused(refusal, until: now.addingTimeInterval(introspection.refusedUse.timeInterval))
        }
        // The response describes an access token, regardless of the token's form.
        let verified = VerifiedToken(header: JWSHeader(algorithm: .rs256, type: "at+jwt"), claims: claims)
        let times = provider.rules.times
        let caller = try rules.caller(from: verified, provider: provider, times: times, now: now)
        let end = now.addingTimeInterval(introspection.longestUse.timeInterval)
        return .accepted(
            VerifiedTokens.Entry(caller, times: times, until: end, grounds: .answer, current: { .answer }))
    }
}

/// A provider's introspection response. RFC 7662 §2.2
package enum IntrospectionAnswer: Sendable {
    case active(Claims)
    case inactive

    /// The maximum size of a response, in bytes; RFC 7662 has no limit.
    static let maximumByteCount = 64 * 1024

    package init(status: Int, body: Data, issuer: String) throws {
        guard status == 200 else { throw ServerError(status: status, body: body) }
        guard body.count <= Self.maximumByteCount, let claims = try? Claims(payload: Array(body)),
            case .boolean(let isActive) = claims["active"]
        else {
            throw Refusal(.tokenResponseMalformed, "the provider's introspection response cannot be read")
        }
        guard isActive else {
            self = .inactive
            return
        }
        var values = claims.values
        if [nil, .null, .string("")].contains(values["iss"]) { values["iss"] = .string(issuer) }
        self = .active(Claims(values))
    }
}
