// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import SignInProvider

extension Refusal {
    /// A provider lists PKCE methods without S256.
    package static func proofKeyUnsupported(by issuer: String) -> Refusal {
        Refusal(
            .proofKeyUnsupported,
            "\(issuer) does not support PKCE with S256, which protects codes; report it to the provider")
    }
}

extension SignInFlow {
    /// Creates the authorization request, and pushes it if the provider or registration requires it. RFC 9126
    func request(
        to provider: IdentityProvider, redirectURI: RedirectURI, scopes: ScopeSet = [], options: SignInOptions,
        responseMode: ResponseMode? = nil, provingPossessionOf key: DPoPKey? = nil
    ) async throws -> AuthorizationRequest {
        guard let endpoint = provider.metadata.authorizationEndpoint else {
            throw Refusal(
                .authorizationEndpointMissing,
                "\(provider.metadata.issuer) has no authorization endpoint; check the issuer")
        }
        guard provider.metadata.supportsProofKey else {
            throw Refusal.proofKeyUnsupported(by: provider.metadata.issuer)
        }
        guard options.reservedParameters.isEmpty else {
            throw Refusal(
                .parameterReserved,
                "the client sends \(options.reservedParameters.joined(separator: ", ")) itself; remove it from the "
                    + "additional parameters")
        }
        var options = options
        options.claims = registration.claims(options.claims)
        var request = AuthorizationRequest(
            clientID: registration.clientID, scopes: registration.scopes, additionalScopes: scopes,
            endpoint: endpoint, issuer: provider.metadata.issuer,
            // A security profile requires `iss` even if the provider does not advertise it.
            expectsIssuer: provider.metadata.sendsIssuerInRedirect || registration.profile != nil,
            redirectURI: redirectURI, resource: registration.sentResource, options: options,
            responseMode: responseMode, dpopKey: registration.dpopBoundAccessTokens ? key ?? DPoPKey() : nil,
            random: random)
        guard registration.requiresPushedAuthorizationRequests || provider.metadata.requiresPushedRequests else {
            return request
        }
        request.pushedRequestURI = try await tokenEndpoint(of: provider, proving: request.dpopKey).push(request)
        return request
    }

    /// The key of an account that a sign-in continues: another key would invalidate its other tokens.
    func heldKey(of account: Account?) async throws -> DPoPKey? {
        guard let account else { return nil }
        return try await accounts.storage.record(account.id)?.dpopKey
    }
}
