// SPDX-License-Identifier: Apache-2.0
import TenantDirectory
import TenantStandard

/// Sample clients with different authentication methods and algorithms; every tenant has the same public secrets.
package enum StandardSampleClient {
    package static let nativeID = "sample-native-app"
    package static let webID = "sample-web-app"
    package static let webSecret = "sample-secret-of-the-web-app"
    package static let serviceID = "sample-service"
    package static let boundID = "sample-bound-app"
    package static let apiID = "sample-orders-api"
    package static let apiSecret = "sample-secret-of-the-orders-api"
    package static let apiURI = "https://orders.aldervale.example"
    package static let apiScope = "orders.read"

    static let all = [native, web, service, bound, api]

    private static let loopback = ["localhost", "127.0.0.1", "[::1]"]
    private static let personScopes = ["openid", "profile", "email", "phone", "address", "offline_access", apiScope]

    private static let native = StandardClient(
        id: nativeID,
        metadata: ClientMetadata(name: "Sample native app") {
            $0.redirectURIs =
                loopback.flatMap { ["http://\($0)", "http://\($0)/", "http://\($0)/callback"] }
                + ["com.example.tessera:/callback"]
            $0.postLogoutRedirectURIs =
                ["http://localhost:8080/", "http://127.0.0.1:8080/"] + ["com.example.tessera:/signed-out"]
            $0.grantTypes = [.authorizationCode, .refreshToken, .deviceCode]
            ($0.scopes, $0.includesClaimsInIDToken) = (personScopes, true)
        })

    private static let web = StandardClient(
        id: webID,
        metadata: ClientMetadata(name: "Sample web app") {
            $0.redirectURIs = ["http://localhost:8080/callback", "http://127.0.0.1:8080/callback"]
            $0.postLogoutRedirectURIs = ["http://localhost:8080/signed-out", "http://127.0.0.1:8080/signed-out"]
            $0.backChannelLogoutURI = "http://127.0.0.1:8080/backchannel-logout"
            $0.authenticationMethods = [.secretBasic, .secretPost]
            $0.responseTypes = Set(StandardResponseType.allCases)
            ($0.scopes, $0.includesClaimsInIDToken) = (personScopes, true)
            $0.idTokenAlgorithm = .es256
            $0.accessTokenFormat = .opaque
            ($0.requiresProofKey, $0.rotatesRefreshTokens) = (false, false)
        },
        secretHash: SecretHash.of(webSecret))

    /// The tests and the documentation contain the private half of its key.
    private static let service = StandardClient(
        id: serviceID,
        metadata: ClientMetadata(name: "Sample service") {
            $0.redirectURIs = ["http://127.0.0.1:8090/callback"]
            $0.backChannelLogoutURI = "http://127.0.0.1:8090/backchannel-logout"
            $0.authenticationMethods = [.privateKey]
            $0.keySet =
                #"{"keys":[{"kty":"EC","crv":"P-256","kid":"sample-service-key","use":"sig","alg":"ES256","#
                + #""x":"VI4w9WqqdwOVX5wn4dO3Qn8I3GKo0SUQgXAJQrknxcw","#
                + #""y":"ZuwAsClmBX9-hIvJllVOy3G5xXgY1pnWbUVu_w-LH9k"}]}"#
            $0.grantTypes = Set(ClientMetadata.GrantType.allCases)
            ($0.scopes, $0.includesClaimsInIDToken) = (personScopes, true)
            ($0.idTokenAlgorithm, $0.userInfoAlgorithm) = (.ps256, .ps256)
        })

    private static let bound = StandardClient(
        id: boundID,
        metadata: ClientMetadata(name: "Sample bound app") {
            $0.redirectURIs = loopback.map { "http://\($0)/callback" } + ["com.example.tessera.bound:/callback"]
            ($0.scopes, $0.includesClaimsInIDToken) = (personScopes, true)
            $0.idTokenAlgorithm = .edDSA
            ($0.requiresPushedRequests, $0.requiresDPoP, $0.requiresDPoPNonce) = (true, true, true)
        })

    private static let api = StandardClient(
        id: apiID,
        metadata: ClientMetadata(name: "Sample orders API") {
            $0.authenticationMethods = [.secretBasic, .secretPost]
            ($0.grantTypes, $0.responseTypes, $0.scopes) = ([.tokenExchange], [], [])
            ($0.resource, $0.resourceScopes) = (apiURI, [apiScope])
        },
        secretHash: SecretHash.of(apiSecret))
}
