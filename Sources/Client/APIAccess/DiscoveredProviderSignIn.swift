// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPTransport
import OAuthMessages
import PortableFoundation
import SignInProvider

struct DiscoveredProviderSignIn: Sendable {
    let signIn: APISignIn
    let api: DiscoveredAPI
    let issuer: URL
    let provider: IdentityProvider
    /// The user whose token the API rejected; no other may sign in.
    let person: Identity?
    let scopes: ScopeSet

    func account() async throws -> (Account, ClientRegistration) {
        // The app itself names this provider, as in a configured flow.
        if let own = signIn.client.credentials(at: issuer) {
            try await signIn.requireConsent(to: api, at: issuer, provider.metadata)
            return try await account(of: RegisteredClient(own), at: signIn.client.redirectURI)
        }
        guard provider.metadata.advertisesProofKey else { throw proofKeyRefusal }
        let kept = try await keptRegistrations()
        // The user approved these scopes at an earlier sign-in, and can remove the account.
        if !kept.contains(where: { $0.resource == resource && $0.isAgreed(to: asked) }) {
            try await signIn.requireConsent(to: asked)
        }
        if let document = signIn.client.metadataDocument, provider.metadata.supportsClientIDMetadataDocuments {
            return try await account(of: RegisteredClient(id: document.absoluteString), at: signIn.client.redirectURI)
        }
        for registration in kept where await isUsable(registration.client, at: registration.redirectURI) {
            // Another program may listen at the port for which the client is registered.
            guard let visit = try? await signIn.agent.prepareVisit(for: registration.redirectURI) else { continue }
            return try await account(of: registration.client, on: visit)
        }
        let visit = try await signIn.agent.prepareVisit(for: signIn.client.redirectURI)
        return try await account(of: try await registered(for: visit.redirectURI), on: visit)
    }

    private var proofKeyRefusal: Refusal {
        guard provider.metadata.supportsProofKey else { return .proofKeyUnsupported(by: issuer.absoluteString) }
        return Refusal(
            .proofKeyUnsupported,
            "\(issuer.absoluteString) does not advertise PKCE with S256, without which codes can be "
                + "stolen; register the app there, and set its client id", cause: ProofKeyNotAdvertised())
    }

    private var resource: String { api.metadata.resource.absoluteString }

    private var asked: APIProvider {
        APIProvider(resource: api.metadata.resource, issuer: issuer, metadata: provider.metadata, scopes: scopes)
    }

    private func keptRegistrations() async throws -> [APIRegistration] {
        let kept = try await signIn.accounts.storage.records().compactMap(\.api)
            .filter { $0.issuer.isSameIssuer(as: issuer) }
        return kept.filter { $0.resource == resource } + kept.filter { $0.resource != resource }
    }

    private func isUsable(_ client: RegisteredClient, at redirectURI: RedirectURI) async -> Bool {
        if client.id == signIn.client.metadataDocument?.absoluteString { return false }
        if let end = client.secretExpiresAt, end <= signIn.accounts.time.date() { return false }
        let flow = SignInFlow(registration(of: client, redirectURI), keepingIn: signIn.accounts)
        return (try? await flow.checkClient()) != nil
    }

    /// Registers the client. RFC 7591 §3
    private func registered(for redirectURI: RedirectURI) async throws -> RegisteredClient {
        guard let endpoint = provider.metadata.registrationEndpoint else {
            throw Refusal(
                .clientRegistrationUnsupported,
                "\(issuer.absoluteString) does not register clients; register the app there, and set its client id"
            )
        }
        let registration = DynamicRegistration(
            name: signIn.client.name, redirectURI: redirectURI, scopes: scopes, at: provider.metadata)
        var request = HTTPRequest(method: .post, url: endpoint)
        request.headerFields[.contentType] = "application/json"
        request.headerFields[.accept] = "application/json"
        let response = try await signIn.accounts.transport(within: api.providerReach)
            .send(request, body: registration.json)
        let delay = response.retryAfter(now: signIn.accounts.time.date())
        return try provider.rules.explaining(from: endpoint, retryingAfter: delay) {
            try registration.client(status: response.status.code, body: response.body)
        }
    }

    private func account(
        of client: RegisteredClient, at redirectURI: RedirectURI
    ) async throws -> (Account, ClientRegistration) {
        try await account(of: client, on: try await signIn.agent.prepareVisit(for: redirectURI))
    }

    private func account(
        of client: RegisteredClient, on visit: any UserAgentVisit
    ) async throws -> (Account, ClientRegistration) {
        let registration = registration(of: client, visit.redirectURI)
        let flow = SignInFlow(registration, keepingIn: signIn.accounts)
        return (try await flow.signIn(on: visit, at: try await flow.prepare(), as: person), registration)
    }

    private func registration(of client: RegisteredClient, _ redirectURI: RedirectURI) -> ClientRegistration {
        signIn.client.registration(
            APIRegistration(
                resource: resource, issuer: issuer, client: client, redirectURI: redirectURI, scopes: scopes,
                isLocal: api.isLocal, signInHost: asked.signInHost, tokenHost: asked.tokenHost))
    }
}

/// The cause of a `Refusal` (`proofKeyUnsupported`) if the provider's metadata list no PKCE methods.
///
/// The provider may support S256, so an app that is registered there can sign in with ``APIClient/credentials``.
///
/// ```swift
/// if refusal.cause is ProofKeyNotAdvertised {
///     return "Register the app at the provider, and set its client id."
/// }
/// ```
public struct ProofKeyNotAdvertised: Error {
    package init() {}
}

extension APIClient {
    func canSignIn(at provider: ProviderMetadata) -> Bool {
        let hasDocument = metadataDocument != nil && provider.supportsClientIDMetadataDocuments
        return provider.advertisesProofKey && (hasDocument || provider.registrationEndpoint != nil)
    }
}

extension APIRegistration {
    func isAgreed(to provider: APIProvider, granted: ScopeSet = []) -> Bool {
        (signInHost, tokenHost) == (provider.signInHost, provider.tokenHost)
            && scopes.union(granted).permissions.isSuperset(of: provider.scopes.permissions)
    }
}
