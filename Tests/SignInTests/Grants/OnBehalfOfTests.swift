// SPDX-License-Identifier: Apache-2.0
import Fixtures
import LocalTenant
import MicrosoftGraph
import SignInTesting

/// An API that calls another API on behalf of its caller.
@Suite struct OnBehalfOfTests {
    static let scopes: ScopeSet = ["https://graph.microsoft.com/User.Read"]

    private func grants() async throws -> (SignedIn, Redacted<String>, ClientGrants) {
        let signedIn = try await SignedIn()
        let token = try await signedIn.session().accessToken(for: ["api://tasks/Tasks.ReadWrite"])
        signedIn.transport.forget()
        var registration = signedIn.tenant.registration
        registration.clientID = SampleApp.tasksID
        registration.authentication = ClientAuthentication(secret: SampleApp.tasksSecret)
        let clock = signedIn.tenant.clock
        return (signedIn, token, ClientGrants(registration, over: signedIn.transport, time: clock.time))
    }

    @Test func `an API reads its caller's profile in Graph`() async throws {
        let (signedIn, token, grants) = try await grants()
        let transport = AuthorizedTransport(
            grants.onBehalfOf(token), scopes: Self.scopes, to: signedIn.tenant.graph,
            over: signedIn.transport)
        let me = try await GraphClient(endpoint: signedIn.tenant.graph, over: transport).me()
        #expect(me.id == signedIn.tenant.person.id)
        let form = try #require(signedIn.transport.tokenRequests.first?.form)
        #expect(form["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer")
        #expect(form["requested_token_use"] == "on_behalf_of")
    }

    @Test func `a hundred requests of one caller cause one token request, and each caller has its own`() async throws {
        let (signedIn, token, grants) = try await grants()
        #expect(try await signedIn.tenant.signInFlow().signIn(at: signedIn.tenant).id == signedIn.account.id)
        try await withThrowingTaskGroup(of: Redacted<String>.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    try await grants.onBehalfOf(token).accessToken(for: Self.scopes, rejected: nil)
                }
            }
            let tokens = try await group.reduce(into: Set()) { $0.insert($1) }
            #expect(tokens.count == 1)
        }
        #expect(signedIn.transport.tokenRequests.count == 1)
        await expect(ServerError.self, .invalidGrant) {
            try await grants.onBehalfOf(Redacted("another")).accessToken(for: Self.scopes, rejected: nil)
        }
        #expect(signedIn.transport.tokenRequests.count == 2)
    }

    @Test func `what the person must do is handed on`() async throws {
        let (signedIn, token, grants) = try await grants()
        signedIn.transport.answerTokens(
            400,
            #"{"error":"interaction_required","error_description":"AADSTS50079: x","#
                + #""claims":"{\"access_token\":{}}"}"#)
        let error = await #expect(throws: ServerError.self) {
            try await grants.onBehalfOf(token).accessToken(for: Self.scopes, rejected: nil)
        }
        #expect(error?.nextAction == .answerClaimsChallenge(#"{"access_token":{}}"#))
    }
}
