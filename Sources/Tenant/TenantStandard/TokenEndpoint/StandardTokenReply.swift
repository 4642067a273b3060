// SPDX-License-Identifier: Apache-2.0
import DPoP
import HTTPServing
import JSONWebSignatures
import OAuthMessages

extension ClientForm {
    /// Issues tokens for every supported grant type. RFC 6749 §3.2
    func redeem() async throws -> Response {
        let grantType = try grantType()
        let proof = try proof()
        guard proof != nil || !client.metadata.requiresDPoP else {
            throw StandardError(.invalidDPoPProof, "This client must prove possession of a key. RFC 9449 section 5")
        }
        guard certificate != nil || !client.metadata.bindsTokensToCertificate else {
            throw StandardError.malformed(
                "This client must present its certificate, at a URL in mtls_endpoint_aliases. RFC 8705 section 3")
        }
        let grants = StandardGrantHandlers(
            provider: provider, client: client, form: parameters,
            proved: TokenConfirmation(
                keyThumbprint: proof?.thumbprint, certificateThumbprint: certificate?.thumbprint)
        ) { try await provider.use(proof, of: client) }
        let reply =
            switch grantType {
            case .authorizationCode: try await grants.redeem()
            case .refreshToken: try await grants.refresh()
            case .clientCredentials: try await grants.clientCredentials()
            case .jwtBearer: try await grants.jwtBearer()
            case .tokenExchange: try await grants.exchange()
            case .deviceCode: try await grants.deviceCode()
            }
        return adding(nonceFor: proof, to: reply.response)
    }

    private func grantType() throws -> ClientMetadata.GrantType {
        guard let type = ClientMetadata.GrantType(rawValue: try parameters.required("grant_type")) else {
            throw StandardError(
                .unsupportedGrantType,
                "Send one of \(ClientMetadata.GrantType.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        guard client.metadata.grantTypes.contains(type) else {
            throw StandardError(.unauthorizedClient, "This client did not register that grant_type.")
        }
        return type
    }
}

/// The response of the token endpoint.
///
/// RFC 6749 §5.1, OpenID Connect Core §3.1.3.3, RFC 9449 §5
struct StandardTokenReply: Sendable {
    let accessToken: String
    /// The lifetime of the access token in seconds.
    let lifetime: Int
    let isBound: Bool
    let rights: StandardRights
    var refreshToken: String?
    var idToken: String?
    /// The type of the issued token; only for an exchange. RFC 8693 §2.2.1
    var issuedTokenType: String?

    /// The response, which no cache may store.
    var response: Response {
        var members: [String: JSONValue] = [
            "access_token": .string(accessToken), "token_type": .string(isBound ? "DPoP" : "Bearer"),
            "expires_in": .integer(lifetime),
        ]
        // RFC 6749 §3.3 knows no empty scope.
        if !rights.scopes.isEmpty { members["scope"] = .string(rights.scopes.text) }
        members["authorization_details"] = rights.details?.json
        members["refresh_token"] = refreshToken.map(JSONValue.string)
        members["id_token"] = idToken.map(JSONValue.string)
        members["issued_token_type"] = issuedTokenType.map(JSONValue.string)
        return StandardReply.json(members)
    }
}
