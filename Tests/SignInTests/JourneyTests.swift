// SPDX-License-Identifier: Apache-2.0
import Foundation
import MicrosoftGraph
import SignInTesting
import Testing

@Suite struct JourneyTests {
    @Test func `a person signs in and finds a colleague`() async throws {
        let tenant = try await withTenant { $0 }
        let flow = tenant.signInFlow()
        let account = try await flow.signIn(at: tenant)
        #expect(account.identity.name == "Ana Silva")
        let session = AccountSession(account, of: tenant.registration, keptIn: flow.accounts)
        let transport = AuthorizedTransport(
            session, scopes: tenant.registration.scopes, to: tenant.graph, over: tenant.transport)
        let people = try await GraphClient(endpoint: tenant.graph, over: transport)
            .people(givenNameStartsWith: "Ana").all()
        #expect(people.count >= 4)
    }
}
