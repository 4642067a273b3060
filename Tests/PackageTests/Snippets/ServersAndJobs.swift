// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import SignIn

/// Programs that act without anybody in front of them.
struct ServersAndJobs {
    func credentials(
        _ report: ClientRegistration, _ graph: URL, over transport: some Transport
    ) -> AuthorizedTransport {
        // snippet: client credentials
        let job = ClientGrants(report, over: transport)
        let users = AuthorizedTransport(
            job.clientCredentials, scopes: ["https://graph.microsoft.com/.default"], to: graph, over: transport)
        // snippet: end
        return users
    }

    func authentications(
        _ keyFile: URL, _ certificateFile: URL, _ tokenFile: URL, _ secret: String?
    ) throws
        -> [ClientAuthentication]
    {
        // snippet: who the client is
        let bySecret = ClientAuthentication(secret: secret)
        let key = try ClientKey(
            pem: String(contentsOf: keyFile, encoding: .utf8),
            certificate: String(contentsOf: certificateFile, encoding: .utf8), algorithm: "PS256")
        let byKey = ClientAuthentication.privateKeyJWT(key)
        let byPlatform = ClientAuthentication.federatedAssertion(inFile: tokenFile)  // $AZURE_FEDERATED_TOKEN_FILE
        // snippet: end
        return [bySecret, byKey, byPlatform]
    }

    func onBehalf(
        _ api: ClientRegistration, _ accessToken: Redacted<String>, _ graph: URL, over transport: some Transport
    ) -> AuthorizedTransport {
        // snippet: on behalf of
        let grants = ClientGrants(api, over: transport)  // one for all callers of the API
        let callersGraph = AuthorizedTransport(
            grants.onBehalfOf(accessToken), scopes: ["https://graph.microsoft.com/User.Read"], to: graph,
            over: transport)
        // snippet: end
        return callersGraph
    }

    func assertion(
        _ client: ClientRegistration, over transport: some Transport,
        signed: @escaping @Sendable () async throws -> Redacted<String>
    ) async throws -> Redacted<String> {
        // snippet: assertion grant
        let tokens = ClientGrants(client, over: transport).jwtBearer { try await signed() }
        let token = try await tokens.accessToken(for: ["read"])
        // snippet: end
        return token
    }

    func exchange(
        _ client: ClientRegistration, _ accessToken: Redacted<String>, over transport: some Transport
    ) async throws -> Redacted<String> {
        // snippet: token exchange
        let tokens = ClientGrants(client, over: transport).tokenExchange(
            .accessToken(accessToken), resources: ["https://orders.example.com/api"])
        let token = try await tokens.accessToken(for: ["orders.read"])
        // snippet: end
        return token
    }
}
