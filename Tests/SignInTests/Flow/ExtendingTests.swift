// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import OAuthMessages
import SignInTesting

@Suite struct ExtendingTests {
    let signedIn: SignedIn

    init() async throws { signedIn = try await SignedIn() }

    private static let more: ScopeSet = ["api://tasks/Tasks.ReadWrite"]

    private func ask(
        with flow: SignInFlow, as person: TestPerson, at tenant: TestTenant
    ) async throws -> (request: AuthorizationRequest, redirect: Redacted<URL>) {
        let visit = try await tenant.userAgent(signingIn: person).prepareVisit(for: flow.registration.redirectURI)
        let options = SignInOptions(prompt: .consent, loginHint: tenant.person.username)
        let request = try await flow.authorizationRequest(
            redirectURI: visit.redirectURI, scopes: Self.more, options: options)
        return (request, try await visit.open(request.url))
    }

    private func askingForForm(_ request: AuthorizationRequest) throws -> AuthorizationRequest {
        var json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(request)) as? [String: Any] ?? [:]
        json["responseMode"] = ResponseMode.formPost.rawValue
        return try JSONDecoder().decode(
            AuthorizationRequest.self, from: JSONSerialization.data(withJSONObject: json))
    }

    @Test(arguments: [true, false])
    func `the account has the new permissions and keeps the old`(_ byForm: Bool) async throws {
        let flow = SignInFlow(signedIn.tenant.registration, keepingIn: signedIn.store)
        let before = try #require(try await signedIn.record()?.tokens.first)
        let (request, redirect) = try await ask(with: flow, as: signedIn.tenant.person, at: signedIn.tenant)
        let account =
            if byForm {
                try await flow.finish(
                    form: try #require(FormParameters(queryOf: redirect.revealed)),
                    answering: try askingForForm(request),
                    extending: signedIn.account)
            } else {
                try await flow.finish(redirect, answering: request, extending: signedIn.account)
            }
        #expect(account.id == signedIn.account.id)
        let asked = try #require(signedIn.transport.tokenRequests.last?.form?["scope"])
        #expect(asked.contains("Tasks.ReadWrite") && !asked.contains("User.Read.All"), "a token is for one API")
        let tokens = try #require(try await signedIn.record()?.tokens)
        #expect(tokens.count == 2 && tokens.contains(before))
    }

    @Test func `a response for another user extends no permissions`() async throws {
        let flow = SignInFlow(signedIn.tenant.registration, keepingIn: signedIn.store)
        let before = try await signedIn.record()
        let (request, redirect) = try await ask(with: flow, as: signedIn.tenant.otherPerson, at: signedIn.tenant)
        await expect(Refusal.self, .subjectMismatch) {
            try await flow.finish(redirect, answering: request, extending: signedIn.account)
        }
        #expect(try await signedIn.record() == before)
    }

    @Test func `an account of another registration does not become a second one`() async throws {
        var registration = signedIn.tenant.registration
        registration.name = "another"
        let flow = SignInFlow(registration, keepingIn: signedIn.store)
        let (request, redirect) = try await ask(with: flow, as: signedIn.tenant.person, at: signedIn.tenant)
        let agent = signedIn.tenant.userAgent(signingIn: signedIn.tenant.person)
        let attempts: [() async throws -> Account] = [
            { try await flow.finish(redirect, answering: request, extending: signedIn.account) },
            { try await flow.extend(signedIn.account, by: Self.more, with: agent) },
            { try await flow.signInWithDeviceCode(continuing: signedIn.account) { _ in } },
        ]
        for attempt in attempts {
            await expect(Refusal.self, .registrationUnknown) { try await attempt() }
        }
        #expect(signedIn.transport.tokenRequests.isEmpty)
        #expect(try await signedIn.store.accounts().map(\.id) == [signedIn.account.id])
    }
}
