// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignInTesting
import Testing

/// A web app with several registrations keeps requests in sessions; one of them must not finish another's sign-in.
@Suite struct RequestMismatchTests {
    /// Changes to a request that was good, by the name of its member.
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
        // Nor is an error that was meant for the other one taken for this one's.
        let declined: FormParameters = ["error": "access_denied", "state": changed.state.revealed]
        let answer = try #require(URL(string: "\(visit.redirectURI.text)?\(declined.encoded)"))
        await expect(Refusal.self, .requestMismatch) { try await flow.finish(Redacted(answer), answering: changed) }
        #expect(transport.tokenRequests.isEmpty)
        _ = try await flow.finish(redirect, answering: request)
    }
}
