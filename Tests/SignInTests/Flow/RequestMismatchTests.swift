// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignInTesting

/// A web app with several registrations keeps requests in sessions; none may finish another's sign-in.
@Suite struct RequestMismatchTests {
    /// One changed member of a valid request, by name.
    static let changes = [
        "clientID": "another-app", "issuer": "https://login.example/another/v2.0",
        "endpoint": "https://login.example/authorize",
    ]

    @Test(arguments: changes.keys.sorted())
    func `an answer to a request of another registration redeems nothing`(_ member: String) async throws {
        let (tenant, transport) = try await tamperedTenant()
        let flow = tenant.flow(over: transport)
        let visit = try await tenant.userAgent(signingIn: tenant.person)
            .prepareVisit(for: tenant.registration.redirectURI)
        let request = try await flow.authorizationRequest(redirectURI: visit.redirectURI)
        let redirect = try await visit.open(request.url)
        var json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(request)) as? [String: Any] ?? [:]
        try #require(json[member] != nil)
        json[member] = Self.changes[member]
        let changed = try JSONDecoder().decode(
            AuthorizationRequest.self, from: JSONSerialization.data(withJSONObject: json))
        await expect(Refusal.self, .requestMismatch) { try await flow.finish(redirect, answering: changed) }
        // Nor does it accept an error for the other request.
        let declined: FormParameters = ["error": "access_denied", "state": changed.state.revealed]
        let answer = try #require(URL(string: "\(visit.redirectURI.text)?\(declined.encoded)"))
        await expect(Refusal.self, .requestMismatch) { try await flow.finish(Redacted(answer), answering: changed) }
        #expect(transport.tokenRequests.isEmpty)
        _ = try await flow.finish(redirect, answering: request)
    }
}
