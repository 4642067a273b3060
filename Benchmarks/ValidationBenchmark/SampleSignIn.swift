// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import OAuth
import Provider

/// One sign-in as it comes from the token endpoint, with claims such as Entra ID writes them.
struct SampleSignIn: Sendable {
    let key: JSONWebPrivateKey
    let idToken: String
    let tokens: TokenResponse
    let answer: AuthorizationResponse
    let validator: TokenValidator

    init() async throws {
        key = try JSONWebPrivateKey.generateRSA(keyIdentifier: "kWbkLjNbZ0pGhVXvmJ3Cd0ZfYkU")
        let provider = SampleProvider(key: key)
        guard let issuer = URL(string: SampleProvider.issuer), let redirectURI = RedirectURI("http://localhost"),
            let redirect = URL(string: "http://localhost?code=c&state=\(Self.zeros)")
        else { preconditionFailure("these are addresses") }
        let request = AuthorizationRequest(
            clientID: "11111111-2222-3333-4444-555555555555", scopes: ["openid"], endpoint: issuer,
            issuer: SampleProvider.issuer, expectsIssuer: false, redirectURI: redirectURI,
            random: RandomSource { [UInt8](repeating: 0, count: $0) })
        answer = try AuthorizationResponse(redirect, answering: request)
        let header = JWSHeader(
            algorithm: .rs256, keyIdentifier: key.publicKey.keyIdentifier, type: "JWT")
        idToken = try CompactJWS.sign(Self.claims.utf8, header: header, with: key)
        tokens = try TokenResponse(
            status: 200,
            body: JSONEncoder().encode(["access_token": "a", "token_type": "Bearer", "id_token": idToken]))
        let discovered = try await IdentityProvider.discover(issuer, rules: .standard, over: provider)
        validator = TokenValidator(discovered)
    }

    /// 32 zero bytes in base64url.
    private static let zeros = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

    private static var claims: String {
        let now = Int(Date().timeIntervalSince1970)
        return """
            {"ver":"2.0","iss":"\(SampleProvider.issuer)","sub":"AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",\
            "aud":"11111111-2222-3333-4444-555555555555","exp":\(now + 3600),"iat":\(now - 300),"nbf":\(now - 300),\
            "name":"Ana Silva","preferred_username":"ana.silva@contoso.example",\
            "oid":"00000000-0000-0000-66f3-3332eca7ea81","tid":"9188040d-6c67-4c5b-b112-36a304b66dad",\
            "nonce":"\(zeros)","at_hash":"\(SignatureAlgorithm.rs256.leftHalfHash(of: "a"))",\
            "aio":"Df2UVXL1ix!lMCWMSOJBcFatzcGfvFGhjKv8q5g0x732dR5MB5BisvGQO7YWByjd8iQDLq!eGbIDakyp5mnOrcdqHeYSnltepQmRp6A",\
            "rh":"0.AXEAjRuT","uti":"4m3xWd1rkEuV0B0bAA"}
            """
    }
}
