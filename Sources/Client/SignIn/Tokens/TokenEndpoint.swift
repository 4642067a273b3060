// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPTransport
import OAuthMessages
import PortableFoundation
import SignInProvider

/// Sends requests to the endpoints where a client authenticates: token, device authorization, pushed requests, and
/// revocation.
package struct TokenEndpoint: Sendable {
    private let provider: IdentityProvider
    private let registration: ClientRegistration
    private let transport: any Transport
    /// `nil` for unbound tokens. RFC 9449 §5
    private let prover: DPoPProver?
    private let time: TimeSource

    package init(
        of provider: IdentityProvider, for registration: ClientRegistration, over transport: any Transport,
        proving prover: DPoPProver? = nil, time: TimeSource
    ) {
        self.provider = provider
        self.registration = registration
        self.transport = transport
        self.prover = prover
        self.time = time
    }

    func send(_ request: TokenRequest) async throws -> TokenResponse {
        guard let endpoint = provider.metadata.tokenEndpoint else {
            throw Refusal(
                .tokenEndpointMissing, "\(provider.metadata.issuer) has no token endpoint; check the issuer")
        }
        return try await send(naming(request.form), to: endpoint, asking: request.scopes) { response in
            try TokenResponse(
                status: response.status.code, body: response.body, needsAccessToken: request.needsAccessToken,
                mustBeBound: prover != nil)
        }
    }

    /// Exchanges a user's token for an assertion for another authorization server.
    package func identityAssertion(_ request: TokenRequest) async throws -> Redacted<String> {
        guard let endpoint = provider.metadata.tokenEndpoint else {
            throw Refusal(
                .tokenEndpointMissing, "\(provider.metadata.issuer) does not support token exchange; check the issuer")
        }
        return try await send(request.form, to: endpoint, asking: request.scopes) { response in
            try IdentityAssertion(status: response.status.code, body: response.body).assertion
        }
    }

    func deviceAuthorization() async throws -> DeviceAuthorization {
        guard let endpoint = provider.metadata.deviceAuthorizationEndpoint else {
            throw Refusal(
                .deviceAuthorizationUnsupported,
                "\(provider.metadata.issuer) does not support device codes; sign in with a browser")
        }
        let request = TokenRequest(deviceCodeFor: registration.clientID, scopes: registration.scopes)
        let authorization = try await send(naming(request.form), to: endpoint, asking: registration.scopes) {
            response in
            try DeviceAuthorization(status: response.status.code, body: response.body)
        }
        for address in [authorization.verificationURI, authorization.verificationURIComplete].compactMap(\.self) {
            _ = try ProviderMetadata.secure(address, namedBy: registration.issuer)
        }
        return authorization
    }

    /// Returns the provider's name for the pushed request. RFC 9126 §2.1
    func push(_ request: AuthorizationRequest) async throws -> String {
        guard let endpoint = provider.metadata.pushedRequestEndpoint else {
            throw Refusal(
                .pushedRequestUnsupported,
                "\(provider.metadata.issuer) does not support pushed authorization requests; set "
                    + "requiresPushedAuthorizationRequests to false, or choose another provider")
        }
        return try await send(Redacted(request.parameters), to: endpoint, asking: request.scopes) { response in
            try PushedRequestResponse(status: response.status.code, body: response.body).requestURI
        }
    }

    /// Returns whether a request was sent: none is if the endpoint supports no authentication method of the client.
    /// RFC 7009 §2.1
    func revoke(_ refreshToken: Redacted<String>, at endpoint: URL) async throws -> Bool {
        let form: FormParameters = [
            "token": refreshToken.revealed, "token_type_hint": "refresh_token", "client_id": registration.clientID,
        ]
        var ways = provider.revocationAuthentications(of: registration.authentication)[...]
        while let way = ways.popFirst() {
            do {
                try await send(Redacted(form), to: endpoint, by: way, asking: []) { response in
                    guard response.status == .ok else {
                        throw ServerError(status: response.status.code, body: response.body)
                    }
                }
                return true
            } catch let error as ServerError
                where error.code == .invalidClient && !error.isDecidedByStatus && !ways.isEmpty
            {
                // The endpoint may accept the next authentication method.
            }
        }
        return false
    }

    /// Adds the registration's API; a token exchange names its own. RFC 8707 §2.2
    private func naming(_ form: Redacted<FormParameters>) -> Redacted<FormParameters> {
        guard let resource = registration.sentResource, form.revealed["resource"] == nil else { return form }
        var form = form.revealed
        form.append("resource", resource)
        return Redacted(form)
    }

    private func send<Response>(
        _ form: Redacted<FormParameters>, to address: URL, by authentication: ClientAuthentication? = nil,
        asking scopes: ScopeSet, judging judge: (TransportResponse) throws -> Response
    ) async throws -> Response {
        // Called for each attempt, because an assertion is valid once.
        func authenticated() async throws -> AuthenticatedForm {
            try await AuthenticatedForm(
                form, to: address, of: registration.clientID, by: authentication ?? registration.authentication,
                at: provider, following: registration.profile, now: time.date())
        }
        var sent = form
        let response: TransportResponse
        if let prover {
            var body = Data()
            response = try await prover.send {
                let attempt = try await authenticated()
                (sent, body) = (attempt.form, attempt.body)
                return attempt.request
            } through: { request in
                let response = try await transport.send(request, body: body)
                return (response, response)
            }
        } else {
            let attempt = try await authenticated()
            sent = attempt.form
            response = try await transport.send(attempt.request, body: attempt.body)
        }
        do {
            return try provider.rules.explaining(
                from: address, asking: scopes, retryingAfter: response.retryAfter(now: time.date())
            ) {
                try judge(response)
            }
        } catch let error as ServerError {
            throw error.hiding(sent.revealed.secrets + secrets)
        }
    }

    /// The client's own secrets, which an error must not repeat.
    private var secrets: [String] {
        if case .secret(let secret, _) = registration.authentication { [secret.revealed] } else { [] }
    }

    static let accessTokenMissing = Refusal(
        .tokenResponseMalformed, "the provider returned no access token; report it to the provider")
}

extension FormParameters {
    /// Some providers repeat these secrets in error texts, where no reader may see them.
    fileprivate var secrets: [String] {
        let names = [
            "code", "code_verifier", "refresh_token", "token", "device_code", "assertion", "subject_token",
            "actor_token", "client_assertion",
        ]
        return names.flatMap(all)
    }
}
