// SPDX-License-Identifier: Apache-2.0
import APIAccess
import Foundation
import HTTPTransport
import SignIn

/// Asks the person; true for a yes.
func confirms(_ question: String) async -> Bool { false }

// snippet: APIProvider
func question(about provider: APIProvider) -> String {
    let scopes = provider.scopes.isEmpty ? "" : " It asks for: \(provider.scopes)."
    let page = provider.signInHost.map { " Its sign-in page is at \($0)." } ?? ""
    return "\(provider.resource) says that \(provider.issuer) issues its tokens.\(page)\(scopes) Sign in there?"
}
// snippet: end

/// APIs of which a program has the address alone.
struct CallingAPIs {
    func client(_ work: ClientRegistration, _ accounts: AccountStore) -> APIClient? {
        // snippet: APIClient
        guard let redirectURI = RedirectURI("http://127.0.0.1/signed-in") else { return nil }
        var client = APIClient(name: "Notes", redirectURI: redirectURI)
        client.flows = [SignInFlow(work, keepingIn: accounts)]  // a provider where the app is registered
        return client
        // snippet: end
    }

    func credentials(_ client: inout APIClient) {
        // snippet: APIClient.Credentials
        guard let issuer = URL(string: "https://login.example.com") else { return }
        let credentials = APIClient.Credentials(issuer: issuer, clientID: "your client id")
        client.credentials.append(credentials)
        // snippet: end
    }

    func enterprise(
        _ client: inout APIClient, _ issuer: URL, _ secret: String, _ account: Account, _ work: SignInFlow
    ) {
        // snippet: EnterpriseAuthorization
        let secret = ClientAuthentication(secret: secret)  // from the API's provider
        let credentials = APIClient.Credentials(issuer: issuer, clientID: "your client id", authentication: secret)
        client.credentials.append(credentials)
        client.enterprise = EnterpriseAuthorization(of: account, signedInBy: work)
        // snippet: end
    }

    func call(_ api: URL, _ client: APIClient, _ accounts: AccountStore, _ agent: some UserAgent) async throws {
        // snippet: APIConnection
        let connection = APIConnection(to: api, as: client, keepingIn: accounts, with: agent) { provider in
            await confirms(question(about: provider))
        }
        let response = try await connection.send(HTTPRequest(url: api))
        await show(String(decoding: response.body, as: UTF8.self))
        // snippet: end
    }

    func bound(_ registration: ClientRegistration) -> ClientRegistration {
        // snippet: resource
        var registration = registration
        registration.resource = "https://notes.example.com/api"  // the API's own name, as its metadata has it
        // snippet: end
        return registration
    }

    func challenged(
        _ flow: SignInFlow, _ account: Account, _ api: URL, _ agent: some UserAgent
    ) -> AuthorizedTransport {
        // snippet: challenges
        let notes = flow.authorizedTransport(
            for: account, scopes: ["notes.read"], to: api, answeringChallengesWith: agent, adding: ["notes.write"])
        // snippet: end
        return notes
    }
    func inspect(_ accessToken: Redacted<String>, _ flow: SignInFlow) async throws -> (Date?, TokenSignature) {
        // snippet: InspectedToken
        let token = try InspectedToken(accessToken)
        let end = token.claims.date("exp")
        let signature = await flow.signature(of: token)
        // snippet: end
        return (end, signature)
    }

    func signature(of token: InspectedToken, _ flow: SignInFlow) async -> String {
        // snippet: TokenSignature
        switch await flow.signature(of: token) {
        case .valid(let issuer): return "signed by \(issuer)"
        case .invalid(let reason): return "invalid: \(reason)"
        case .unchecked(let reason): return "not checked: \(reason)"
        }
        // snippet: end
    }

    func advice(after refusal: Refusal) -> String? {
        // snippet: ProofKeyNotAdvertised
        if refusal.cause is ProofKeyNotAdvertised {
            return "Register the app at the provider, and set its client id."
        }
        // snippet: end
        return nil
    }
}
