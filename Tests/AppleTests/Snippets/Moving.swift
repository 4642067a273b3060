// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import MicrosoftIdentity
import SignIn
import SystemSignIn

/// The code of the guide for apps that move from AppAuth or MSAL.
struct Moving {
    let transport: any Transport

    // snippet: the registration after a move
    func registration() throws -> ClientRegistration {
        // AppAuth: OIDAuthorizationService.discoverConfiguration(forIssuer:), then OIDAuthorizationRequest(…)
        // MSAL:    MSALPublicClientApplicationConfig(clientId:redirectUri:authority:)
        try ClientRegistration(
            name: "work", authority: "https://login.microsoftonline.com/organizations",
            clientID: "00000000-0000-0000-0000-000000000000",
            redirectURI: "msauth.com.example.app://auth", scopes: ["offline_access", "User.Read"])
    }
    // snippet: end

    // snippet: the sign-in after a move
    func signIn(_ work: ClientRegistration) async throws -> Account {
        // AppAuth: OIDAuthState.authState(byPresenting:presenting:callback:), kept until the callback
        // MSAL:    application.acquireToken(with: MSALInteractiveTokenParameters(scopes:webviewParameters:))
        let accounts = AccountStore(KeychainAccountStorage(), registrations: [work], over: transport)
        return try await SignInFlow(work, keepingIn: accounts).signIn(with: SystemUserAgent())
    }
    // snippet: end

    // snippet: a request after a move
    func profile(_ flow: SignInFlow, _ account: Account, _ api: URL) async throws -> Data {
        // AppAuth: authState.performAction { accessToken, idToken, error in … }
        // MSAL:    application.acquireTokenSilent(with:), and acquireToken(with:) after interactionRequired
        let transport = flow.authorizedTransport(for: account, scopes: ["User.Read"], to: api)
        return try await transport.send(HTTPRequest(url: api.appending(path: "me"))).body
    }
    // snippet: end
}
