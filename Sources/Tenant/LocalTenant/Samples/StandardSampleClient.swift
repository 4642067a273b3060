// SPDX-License-Identifier: Apache-2.0
import TenantDirectory
import TenantStandard

/// The standard provider's sample clients; they use different authentication methods and signing algorithms.
///
/// Their secrets are public: every local tenant has the same.
package enum StandardSampleClient {
    /// A public client: an app on this machine, or a page in a browser.
    package static let nativeID = "sample-native-app"
    /// A confidential client with a secret.
    package static let webID = "sample-web-app"
    /// The secret of the client ``webID``.
    package static let webSecret = "sample-secret-of-the-web-app"
    /// A confidential client that signs assertions with its own key; it also uses client credentials.
    package static let serviceID = "sample-service"
    /// A public client that must push its requests and prove possession of a key.
    package static let boundID = "sample-bound-app"
    /// A resource server that introspects tokens.
    package static let apiID = "sample-orders-api"
    /// The secret of the resource server ``apiID``.
    package static let apiSecret = "sample-secret-of-the-orders-api"
    /// The URI of the resource server, which access tokens for it carry as `aud`.
    package static let apiURI = "https://orders.aldervale.example"
    /// The only scope of the resource server.
    package static let apiScope = "orders.read"

    static let all = [native, web, service, bound, api]

    private static let loopback = ["localhost", "127.0.0.1", "[::1]"]
    private static let personScopes = ["openid", "profile", "email", "phone", "address", "offline_access", apiScope]

    private static let native = StandardClient(
        id: nativeID,
        metadata: ClientMetadata(
            name: "Sample native app",
            redirectURIs: loopback.flatMap { ["http://\($0)", "http://\($0)/", "http://\($0)/callback"] }
                + ["com.example.tessera:/callback"],
            postLogoutRedirectURIs: ["http://localhost:8080/", "http://127.0.0.1:8080/"]
                + ["com.example.tessera:/signed-out"],
            grantTypes: [.authorizationCode, .refreshToken, .deviceCode], scopes: personScopes))

    private static let web = StandardClient(
        id: webID,
        metadata: ClientMetadata(
            name: "Sample web app",
            redirectURIs: ["http://localhost:8080/callback", "http://127.0.0.1:8080/callback"],
            postLogoutRedirectURIs: ["http://localhost:8080/signed-out", "http://127.0.0.1:8080/signed-out"],
            backChannelLogoutURI: "http://127.0.0.1:8080/backchannel-logout",
            authenticationMethods: [.secretBasic, .secretPost], responseTypes: Set(StandardResponseType.allCases),
            scopes: personScopes, idTokenAlgorithm: .es256, accessTokenFormat: .opaque, requiresProofKey: false,
            rotatesRefreshTokens: false),
        secretHash: SecretHash.of(webSecret))

    /// The tests and the documentation contain the private half of its key.
    private static let service = StandardClient(
        id: serviceID,
        metadata: ClientMetadata(
            name: "Sample service", redirectURIs: ["http://127.0.0.1:8090/callback"],
            backChannelLogoutURI: "http://127.0.0.1:8090/backchannel-logout",
            authenticationMethods: [.privateKey],
            keySet: #"{"keys":[{"kty":"EC","crv":"P-256","kid":"sample-service-key","use":"sig","alg":"ES256","#
                + #""x":"VI4w9WqqdwOVX5wn4dO3Qn8I3GKo0SUQgXAJQrknxcw","#
                + #""y":"ZuwAsClmBX9-hIvJllVOy3G5xXgY1pnWbUVu_w-LH9k"}]}"#,
            grantTypes: Set(ClientMetadata.GrantType.allCases), scopes: personScopes, idTokenAlgorithm: .ps256,
            userInfoAlgorithm: .ps256))

    private static let bound = StandardClient(
        id: boundID,
        metadata: ClientMetadata(
            name: "Sample bound app",
            redirectURIs: loopback.map { "http://\($0)/callback" } + ["com.example.tessera.bound:/callback"],
            scopes: personScopes, idTokenAlgorithm: .edDSA, requiresPushedRequests: true, requiresDPoP: true,
            requiresDPoPNonce: true))

    private static let api = StandardClient(
        id: apiID,
        metadata: ClientMetadata(
            name: "Sample orders API", authenticationMethods: [.secretBasic, .secretPost],
            grantTypes: [.tokenExchange], responseTypes: [], scopes: [], resource: apiURI, resourceScopes: [apiScope]),
        secretHash: SecretHash.of(apiSecret))
}
