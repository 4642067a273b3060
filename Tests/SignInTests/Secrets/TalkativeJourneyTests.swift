// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import LocalTenant
import SignInProvider
import SignInTesting

@testable import SignIn

/// Prints everything on whole journeys in every way, and expects no secret in the texts.
@Suite struct TalkativeJourneyTests {
    @Test func `stored accounts, their events, and their removal reveal no secret`() async throws {
        try await with { journey in
            let record = try #require(try await journey.storage.record(journey.account.id))
            await journey.say(record, record.tokens, journey.account, journey.flow, journey.flow.registration)
            await journey.say(journey.storage, journey.flow.accounts, journey.flow.session(of: journey.account))
            journey.clock.advance(by: .seconds(7200))
            _ = try await journey.flow.session(of: journey.account).accessToken(for: ["User.Read.All"])
            _ = try await journey.flow.session(of: journey.account).accessToken(for: ["api://tasks/Tasks.ReadWrite"])
            try await journey.sayFolder()
            let out = try await journey.flow.signOut(journey.account)
            if case .remains(let reason) = out.session { await journey.say(reason as Any) }
            if case .remains(let reason) = out.refreshToken { await journey.say(reason as Any) }
            try await journey.sayFolder()
            try await journey.expectSilence(atLeast: ["code", "code_verifier", "state", "nonce", "refresh_token"])
        }
    }

    @Test func `no failure reveals a secret`() async throws {
        try await with { journey in
            for (status, body) in Self.answers {
                journey.clock.advance(by: .seconds(7200))
                journey.tampering.answerTokens(status, body)
                await journey.sayError {
                    _ = try await journey.flow.session(of: journey.account).accessToken(for: ["User.Read.All"])
                }
                await journey.sayError { _ = try await journey.signInAgain() }
            }
            journey.tampering.answer(nil)
            for change in Self.changes(secret: try #require(journey.wire.byName["refresh_token"]?.first)) {
                journey.tampering.changeTokens(change)
                await journey.sayError { _ = try await journey.signInAgain() }
            }
            journey.tampering.change(nil)
            journey.tampering.answer { _, _ in throw TransportError(.unreachable, "offline") }
            await journey.sayError { _ = try await journey.signInAgain() }
            try journey.damageFolder()
            await journey.sayError { _ = try await journey.storage.record(journey.account.id) }
            await journey.say(try await journey.storage.damagedAccounts())
            #expect(await journey.errors >= Self.answers.count + 5)
            try await journey.expectSilence(atLeast: ["code", "refresh_token", "access_token", "id_token"])
        }
    }

    private static let answers = [
        (500, ""), (503, "<html>"), (200, "<html>"), (200, "{}"), (429, #"{"error":"temporarily_unavailable"}"#),
        (400, #"{"error":"interaction_required","claims":"{}"}"#), (400, #"{"error":"invalid_client"}"#),
    ]

    /// The provider's changes to its response; the last puts a secret into a wrong place.
    private static func changes(secret: String) -> [[String: (any Sendable)?]] {
        [
            ["token_type": nil], ["access_token": nil], ["id_token": nil], ["id_token": "a.b.c"],
            ["expires_in": "soon"], ["id_token": secret], ["token_type": secret],
        ]
    }

    @Test func `a client's key, secret and assertions, and a caller's token, say nothing of themselves`() async throws {
        try await with { journey in
            let caller = try await journey.flow.session(of: journey.account)
                .accessToken(for: ["api://tasks/Tasks.ReadWrite"])
            var api = journey.flow.registration
            api.clientID = SampleApp.tasksID
            api.authentication = ClientAuthentication(secret: SampleApp.tasksSecret)
            let grants = ClientGrants(api, over: journey.wire, time: journey.time)
            let source = grants.onBehalfOf(caller)
            _ = try await source.accessToken(for: ["https://graph.microsoft.com/User.Read"], rejected: nil)
            await journey.sayError {
                _ = try await grants.onBehalfOf(Redacted("not-a-token-at-all"))
                    .accessToken(for: ["https://graph.microsoft.com/User.Read"], rejected: nil)
            }
            await journey.say(api, api.authentication, grants, source)
            let key = try ClientKey(pem: SampleKeys.rsa, certificate: SampleKeys.rsaCertificate)
            for line in SampleKeys.rsa.split(separator: "\n").dropFirst().dropLast() {
                journey.wire.keep("key", String(line))
            }
            var job = journey.flow.registration
            job.authentication = .privateKeyJWT(key)
            let credentials = ClientGrants(job, over: journey.wire, time: journey.time).clientCredentials
            await journey.sayError {
                _ = try await credentials.accessToken(for: ["https://graph.microsoft.com/.default"])
            }
            await journey.say(key, job, job.authentication, credentials)
            try await journey.expectSilence(atLeast: ["client_secret", "client_assertion", "assertion", "key"])
        }
    }

    @Test func `a code for another device, UserInfo and a sign-out at the provider say no secret`() async throws {
        try await with(registration: Self.standard) { journey in
            await journey.say(try await journey.flow.userInfo(of: journey.account))
            journey.tampering.answer(at: "/userinfo") { _, _ in
                .init(401, #"{"error":"invalid_token"}"#)
            }
            await journey.sayError { _ = try await journey.flow.userInfo(of: journey.account) }
            journey.tampering.answer(nil)
            await journey.sayError {
                // The person stops waiting once the code is shown.
                _ = try await Task {
                    try await journey.flow.signInWithDeviceCode { authorization in
                        await journey.say(authorization)
                        withUnsafeCurrentTask { $0?.cancel() }
                    }
                }.value
            }
            let out = try await journey.flow.signOut(journey.account)
            // The end-session URL contains the ID token: it is for opening, never for printing.
            #expect(out.states.first == "open")
            try await journey.expectSilence(atLeast: ["authorization", "token", "refresh_token"])
        }
    }

    private static func standard(_ tenant: TestTenant) throws -> ClientRegistration {
        ClientRegistration(
            name: "standard", issuer: try #require(URL(string: "http://127.0.0.1:4400/op")),
            clientID: StandardSampleClient.nativeID, redirectURI: try #require(RedirectURI("http://localhost")),
            scopes: ["openid", "profile", "email", "offline_access"])
    }

    private func with(
        registration: (TestTenant) throws -> ClientRegistration = { $0.registration },
        _ body: (TalkativeJourney) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let tenant = try await withTenant { $0 }
            try await body(
                try await TalkativeJourney(tenant, registration: try registration(tenant), folder: folder))
        }
    }
}
