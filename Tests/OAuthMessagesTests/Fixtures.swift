// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages

enum Example {
    static let clientID = "s6BhdRkqt3"
    static let scopes: ScopeSet = ["openid", "profile", "email"]

    // All random bytes are equal, so that requests can be compared.
    static func request(
        byte: UInt8 = 0, endpoint: String = "https://server.example.com/authorize",
        expectsIssuer: Bool = false,
        options: SignInOptions = SignInOptions(), responseMode: ResponseMode? = nil
    ) throws -> AuthorizationRequest {
        AuthorizationRequest(
            clientID: clientID, scopes: scopes, endpoint: try #require(URL(string: endpoint)),
            issuer: "https://server.example.com", expectsIssuer: expectsIssuer,
            redirectURI: try #require(RedirectURI("https://client.example.org/cb")), options: options,
            responseMode: responseMode, random: RandomSource { count in [UInt8](repeating: byte, count: count) })
    }

    /// 32 zero bytes in base64url.
    static let zeros = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
}
