// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import HTTPTypes
import OAuth
import Provider

/// Asks a provider's token endpoint.
struct TokenEndpoint: Sendable {
    private let provider: IdentityProvider
    private let transport: any Transport

    init(of provider: IdentityProvider, transport: any Transport) {
        self.provider = provider
        self.transport = transport
    }

    /// Sends the request and judges the reply.
    func answer(to tokenRequest: TokenRequest) async throws -> TokenResponse {
        var request = HTTPRequest(method: .post, url: provider.metadata.tokenEndpoint)
        request.headerFields[.contentType] = "application/x-www-form-urlencoded"
        request.headerFields[.accept] = "application/json"
        let response = try await transport.send(request, body: Data(tokenRequest.form.revealed.encoded.utf8))
        return try provider.rules.explaining(asking: tokenRequest.scopes) {
            try TokenResponse(
                status: response.status.code, body: response.body, needsAccessToken: tokenRequest.needsAccessToken)
        }
    }
}
