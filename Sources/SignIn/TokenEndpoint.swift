// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import HTTPTypes
import OAuth
import Provider

/// Asks a provider's token endpoint, and the endpoint of device codes, at which a client shows its secret likewise.
struct TokenEndpoint: Sendable {
    private let provider: IdentityProvider
    private let transport: any Transport

    init(of provider: IdentityProvider, transport: any Transport) {
        self.provider = provider
        self.transport = transport
    }

    /// Sends the request and judges the reply.
    func answer(to request: TokenRequest) async throws -> TokenResponse {
        let response = try await send(request, to: provider.metadata.tokenEndpoint)
        return try provider.rules.explaining(asking: request.scopes, retryingAfter: response.retryAfter) {
            try TokenResponse(
                status: response.status.code, body: response.body, needsAccessToken: request.needsAccessToken)
        }
    }

    /// Asks for a device code, and judges the reply and the addresses in it.
    func deviceAuthorization(for registration: ClientRegistration) async throws -> DeviceAuthorization {
        guard let endpoint = provider.metadata.deviceAuthorizationEndpoint else {
            throw Refusal(
                .deviceAuthorizationUnsupported,
                "\(provider.metadata.issuer) gives no codes for other devices; sign in with a browser")
        }
        let response = try await send(TokenRequest(deviceCodeFor: registration), to: endpoint)
        let authorization = try provider.rules.explaining(
            asking: registration.scopes, retryingAfter: response.retryAfter
        ) {
            try DeviceAuthorization(status: response.status.code, body: response.body)
        }
        for address in [authorization.verificationURI, authorization.verificationURIComplete].compactMap(\.self) {
            _ = try ProviderMetadata.secure(address, namedBy: registration.issuer)
        }
        return authorization
    }

    private func send(_ tokenRequest: TokenRequest, to address: URL) async throws -> TransportResponse {
        var request = HTTPRequest(method: .post, url: address)
        request.headerFields[.contentType] = "application/x-www-form-urlencoded"
        request.headerFields[.accept] = "application/json"
        var form = tokenRequest.form
        if let credentials = tokenRequest.basicCredentials, demandsBasic {
            var field = HTTPField(name: .authorization, value: "Basic \(credentials.revealed)")
            field.indexingStrategy = .disallow
            request.headerFields[fields: .authorization] = [field]
            form = tokenRequest.formWithoutSecret
        }
        return try await transport.send(request, body: Data(form.revealed.encoded.utf8))
    }

    /// The form is preferred where both will do: nothing between client and provider logs it.
    private var demandsBasic: Bool {
        let methods = provider.metadata.tokenEndpointAuthenticationMethods
        return methods.contains("client_secret_basic") && !methods.contains("client_secret_post")
    }
}
