// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuthMessages
import SignInProvider

/// One sign-in as it comes from the token endpoint, and the validator of its provider, whose keys are at hand.
struct SampleSignIn: Sendable {
    private let tokens: TokenResponse
    private let answer: AuthorizationResponse
    private let validator: TokenValidator

    init(_ token: SampleToken) async throws {
        guard let issuer = URL(string: SampleToken.issuer), let redirectURI = RedirectURI("http://localhost"),
            let redirect = URL(string: "http://localhost?code=c&state=\(SampleToken.nonce)")
        else { preconditionFailure("these are addresses") }
        // State and nonce come from the same zeros.
        let request = AuthorizationRequest(
            clientID: SampleToken.clientID, scopes: ["openid"], endpoint: issuer, issuer: SampleToken.issuer,
            expectsIssuer: false, redirectURI: redirectURI,
            random: RandomSource { [UInt8](repeating: 0, count: $0) })
        answer = try AuthorizationResponse(Redacted(redirect), answering: request)
        let response = ["access_token": SampleToken.accessToken, "token_type": "Bearer", "id_token": token.text]
        tokens = try TokenResponse(status: 200, body: JSONEncoder().encode(response))
        let provider = SampleProvider(keys: token.keys)
        validator = TokenValidator(
            try await IdentityProvider.discover(ProviderDescription(issuer: issuer), over: provider))
    }

    func validate() async throws { _ = try await validator.validateIDToken(in: tokens, answering: answer) }
}
