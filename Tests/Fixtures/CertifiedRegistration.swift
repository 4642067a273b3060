// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPTransport
package import OAuthMessages
package import SignInProvider

/// A client that registers itself at a tenant's standard provider, with a self-signed certificate.
package enum CertifiedRegistration {
    package static let scopes: ScopeSet = ["openid", "profile", "offline_access", "orders.read"]

    private struct Reply: Decodable {
        let id: String

        enum CodingKeys: String, CodingKey { case id = "client_id" }
    }

    /// With the FAPI 2.0 Security Profile.
    package static func make(
        _ certificate: TestCertificate, at issuer: URL, over transport: any Transport
    ) async throws -> ClientRegistration {
        let redirect = "http://127.0.0.1:8090/callback"
        let json =
            #"{"redirect_uris":["\#(redirect)"],"grant_types":["authorization_code","refresh_token"],"#
            + #""token_endpoint_auth_method":"self_signed_tls_client_auth","id_token_signed_response_alg":"ES256","#
            + #""tls_client_certificate_bound_access_tokens":true,"jwks":\#(certificate.keySet)}"#
        var request = HTTPRequest(method: .post, url: issuer.appending(path: "register"))
        request.headerFields[.contentType] = "application/json"
        let response = try await transport.send(request, body: Data(json.utf8))
        guard let redirectURI = RedirectURI(redirect) else { throw CocoaError(.formatting) }
        return try ClientRegistration(
            .fapi2, name: "till", issuer: issuer,
            clientID: try JSONDecoder().decode(Reply.self, from: response.body).id, authentication: .mutualTLS,
            boundBy: .mutualTLS, redirectURI: redirectURI, scopes: scopes)
    }
}
