// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import HTTPTypes
import OAuth
import Provider

/// Sends requests to the endpoints at which a client authenticates: token, device authorization, pushed requests and
/// revocation.
struct TokenEndpoint: Sendable {
    private let provider: IdentityProvider
    private let registration: ClientRegistration
    private let transport: any Transport
    /// Proves the key to which the tokens are bound; `nil` for unbound ones. RFC 9449 §5
    private let prover: DPoPProver?
    private let time: TimeSource

    init(
        of provider: IdentityProvider, for registration: ClientRegistration, over transport: any Transport,
        proving prover: DPoPProver? = nil, time: TimeSource
    ) {
        self.provider = provider
        self.registration = registration
        self.transport = transport
        self.prover = prover
        self.time = time
    }

    /// Sends the request and judges the response.
    func send(_ request: TokenRequest) async throws -> TokenResponse {
        guard let endpoint = provider.metadata.tokenEndpoint else {
            throw Refusal(
                .tokenEndpointMissing, "\(provider.metadata.issuer) gives no tokens to anybody; check the issuer")
        }
        return try await send(naming(request.form), to: endpoint, asking: request.scopes) { response in
            try TokenResponse(
                status: response.status.code, body: response.body, needsAccessToken: request.needsAccessToken,
                isBound: prover != nil)
        }
    }

    /// Requests a device code, and judges the response and its addresses.
    func deviceAuthorization() async throws -> DeviceAuthorization {
        guard let endpoint = provider.metadata.deviceAuthorizationEndpoint else {
            throw Refusal(
                .deviceAuthorizationUnsupported,
                "\(provider.metadata.issuer) gives no codes for other devices; sign in with a browser")
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

    /// Pushes an authorization request.
    ///
    /// - Returns: The provider's name for it.
    ///
    /// RFC 9126 §2.1
    func push(_ request: AuthorizationRequest) async throws -> String {
        guard let endpoint = provider.metadata.pushedRequestEndpoint else {
            throw Refusal(
                .pushedRequestUnsupported,
                "\(provider.metadata.issuer) takes no pushed authorization requests; do not require them")
        }
        return try await send(Redacted(request.parameters), to: endpoint, asking: request.scopes) { response in
            try PushedRequestResponse(status: response.status.code, body: response.body).requestURI
        }
    }

    /// Asks the provider to revoke a refresh token.
    ///
    /// RFC 7009 §2.1
    func revoke(_ refreshToken: Redacted<String>, at endpoint: URL) async throws {
        let form: FormParameters = [
            "token": refreshToken.revealed, "token_type_hint": "refresh_token", "client_id": registration.clientID,
        ]
        try await send(Redacted(form), to: endpoint, asking: []) { response in
            guard response.status == .ok else {
                throw ServerError(status: response.status.code, body: response.body)
            }
        }
    }

    /// A form that also names the API of the registration; a token exchange names its own. RFC 8707 §2.2
    private func naming(_ form: Redacted<FormParameters>) -> Redacted<FormParameters> {
        guard let resource = registration.sentResource, form.revealed["resource"] == nil else { return form }
        var form = form.revealed
        form.append("resource", resource)
        return Redacted(form)
    }

    /// Sends a form with the client's authentication, and judges the response.
    private func send<Response>(
        _ form: Redacted<FormParameters>, to address: URL, asking scopes: ScopeSet,
        judging judge: (TransportResponse) throws -> Response
    ) async throws -> Response {
        var sent = form.revealed
        // Called for each attempt: an assertion counts once.
        func authenticated() async throws -> (HTTPRequest, Data) {
            var request = HTTPRequest(method: .post, url: address)
            request.headerFields[.contentType] = "application/x-www-form-urlencoded"
            request.headerFields[.accept] = "application/json"
            sent = form.revealed
            try await authenticate(&request, &sent, at: address)
            return (request, Data(sent.encoded.utf8))
        }
        let response: TransportResponse
        if let prover {
            response = try await prover.send(over: transport, authenticated)
        } else {
            let (request, body) = try await authenticated()
            response = try await transport.send(request, body: body)
        }
        do {
            return try provider.rules.explaining(
                from: address, asking: scopes, retryingAfter: response.retryAfter(now: time.date())
            ) {
                try judge(response)
            }
        } catch let error as ServerError {
            throw error.hiding(sent.secrets + secrets)
        }
    }

    private func authenticate(
        _ request: inout HTTPRequest, _ form: inout FormParameters, at address: URL
    ) async throws {
        switch registration.authentication {
        case .none: break
        case .secret(let secret, let method):
            switch provider.secretMethod(registered: method) {
            case .basic: request.headerFields[fields: .authorization] = [basicCredentials(secret)]
            case .post: form.append("client_secret", secret.revealed)
            }
        case .privateKeyJWT(let key):
            let assertion = ClientAssertion(
                of: registration.clientID, to: address, at: provider.metadata, following: registration.profile,
                now: time.date())
            form.append(try assertion.signed(with: key))
        case .federatedAssertion(let assertion): form.append(try await Self.made(by: assertion))
        }
    }

    /// The client's own secrets, which an error must not repeat.
    private var secrets: [String] {
        if case .secret(let secret, _) = registration.authentication { [secret.revealed] } else { [] }
    }

    /// The closure may ask a provider of its own, and errors from there say nothing about the person's sign-in.
    private static func made(
        by assertion: @Sendable () async throws -> Redacted<String>
    ) async throws -> Redacted<String> {
        do {
            return try await assertion()
        } catch let error as ServerError {
            throw Refusal(
                .clientAssertionUnavailable, "the client's assertion could not be had: \(error)", cause: error)
        }
    }

    /// Client id and secret as HTTP Basic carries them, each encoded as in a form. RFC 6749 §2.3.1
    private func basicCredentials(_ secret: Redacted<String>) -> HTTPField {
        let pair = "\(FormParameters.encoded(registration.clientID)):\(FormParameters.encoded(secret.revealed))"
        var field = HTTPField(name: .authorization, value: "Basic \(Data(pair.utf8).base64EncodedString())")
        field.indexingStrategy = .disallow
        return field
    }

    static let accessTokenMissing = Refusal(
        .tokenResponseMalformed, "the provider gave no access token; report it to the provider")
}

extension FormParameters {
    /// The secrets of a request: some providers repeat them in error texts, where no reader may see them.
    fileprivate var secrets: [String] {
        let names = [
            "code", "code_verifier", "refresh_token", "token", "device_code", "assertion", "subject_token",
            "actor_token", "client_assertion",
        ]
        return names.flatMap(all)
    }

    /// Adds a client assertion. RFC 7523 §2.2
    fileprivate mutating func append(_ assertion: Redacted<String>) {
        append("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
        append("client_assertion", assertion.revealed)
    }
}
