// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import SignInTesting

@Suite struct ConsentTests {
    let signedIn: SignedIn

    init() async throws { signedIn = try await SignedIn() }

    static let more: ScopeSet = ["User.ReadBasic.All"]

    @Test func `consenting to more permissions keeps the account and all its tokens`() async throws {
        let before = try #require(try await signedIn.record())
        let agent = Watcher(signedIn.tenant.userAgent(signingIn: signedIn.tenant.person))
        let flow = signedIn.tenant.signInFlow(keepingIn: signedIn.storage)
        let account = try await flow.extend(signedIn.account, by: Self.more, with: agent)
        #expect(account.id == signedIn.account.id)
        let parameters = try #require(agent.opened.last)
        #expect(parameters["prompt"] == "consent")
        #expect(parameters["login_hint"] == signedIn.tenant.person.username)
        #expect(ScopeSet(text: parameters["scope"] ?? "") == signedIn.scopes.union(Self.more))
        let after = try #require(try await signedIn.record())
        #expect((after.tokens.count, after.tokens.first) == (2, before.tokens.first))
        #expect(after.refreshToken != nil)
        #expect(try await signedIn.session().accessToken(for: Self.more) == after.tokens.last?.accessToken)
        #expect(signedIn.transport.tokenRequests.isEmpty)
    }

    @Test func `a response for another user changes nothing`() async throws {
        let before = try await signedIn.storage.records()
        let agent = signedIn.tenant.userAgent(signingIn: signedIn.tenant.otherPerson)
        let flow = signedIn.tenant.signInFlow(keepingIn: signedIn.storage)
        await expect(Refusal.self, .subjectMismatch) {
            try await flow.extend(signedIn.account, by: Self.more, with: agent)
        }
        #expect(try await signedIn.storage.records() == before)
    }

    /// The response to a refresh, and the next action.
    static let refusals: [(String, NextAction)] = [
        (
            #"{"error":"invalid_grant","error_description":"AADSTS65001: x","suberror":"consent_required"}"#,
            .consent(more)
        ),
        (#"{"error":"invalid_grant","error_description":"AADSTS65001: x"}"#, .consent(more)),
        (#"{"error":"consent_required"}"#, .consent(more)),
        (#"{"error":"interaction_required","error_description":"AADSTS65001: x"}"#, .consent(more)),
        (#"{"error":"interaction_required","error_description":"AADSTS50076: x"}"#, .secondFactor(more)),
        (
            #"{"error":"invalid_grant","error_description":"AADSTS50079: x","suberror":"basic_action"}"#,
            .secondFactor(more)
        ),
        (#"{"error":"interaction_required"}"#, .signInAgain),
    ]

    @Test(arguments: refusals)
    func `missing consent or a second factor ends no account`(answer: String, action: NextAction) async throws {
        let before = try await signedIn.record()
        signedIn.transport.answerTokens(400, answer)
        let error = await #expect(throws: ServerError.self) { try await signedIn.session().accessToken(for: Self.more) }
        let expected: NextAction =
            switch action {
            case .secondFactor(let scopes): .secondFactor(scopes.union(["openid", "profile", "offline_access"]))
            default: action
            }
        #expect(error?.nextAction == expected)
        #expect(try await signedIn.record() == before)
    }
}

@Suite struct DeviceCodeConsentTests {
    let signedIn: SignedIn

    init() async throws { signedIn = try await SignedIn() }

    private static let more: ScopeSet = ["User.ReadBasic.All"]

    private static func answer(
        _ signedIn: SignedIn, as person: TestPerson, continuing account: Account?
    ) async throws -> Account {
        let (tenant, own) = (signedIn.tenant, signedIn.tenant.registration)
        let tokens = try await DeviceCodeTests.tokens(of: tenant, signingIn: person)
        signedIn.transport.changeMetadata(["device_authorization_endpoint": "http://localhost:4400/devicecode"])
        signedIn.transport.answer { request, _ in
            if request.path == "/devicecode" { return .init(200, DeviceCodeTests.authorization) }
            guard request.path?.hasSuffix("/token") == true else { return nil }
            return .init(200, String(decoding: tokens, as: UTF8.self))
        }
        let registration = ClientRegistration(
            name: own.name, issuer: own.issuer, clientID: own.clientID, redirectURI: own.redirectURI,
            scopes: own.scopes.union(more), rules: own.rules)
        let flow = SignInFlow(registration, keepingIn: signedIn.store)
        return try await flow.signInWithDeviceCode(continuing: account) { _ in }
    }

    @Test func `another user who answers changes nothing`() async throws {
        let before = try await signedIn.storage.records()
        await expect(Refusal.self, .subjectMismatch) {
            try await Self.answer(signedIn, as: signedIn.tenant.otherPerson, continuing: signedIn.account)
        }
        #expect(try await signedIn.storage.records() == before)
    }

    @Test func `the same person keeps the tokens for everything else`() async throws {
        var record = try #require(try await signedIn.record())
        var other = try #require(record.tokens.first)
        other.scopes = ["api://tasks/Tasks.ReadWrite"]
        record.tokens.append(other)
        try await signedIn.storage.save(record)
        let account = try await Self.answer(
            signedIn, as: signedIn.tenant.person, continuing: signedIn.account)
        #expect(account.id == signedIn.account.id)
        let tokens = try #require(try await signedIn.record()).tokens
        // The token for fewer scopes lacks the consent, so it must not be used again.
        #expect(tokens.map(\.scopes) == [other.scopes, signedIn.scopes.union(Self.more)])
    }

    @Test func `a sign-in that continues no account may be any person's, and adds an account`() async throws {
        let other = try await Self.answer(signedIn, as: signedIn.tenant.otherPerson, continuing: nil)
        #expect(other.id != signedIn.account.id)
        #expect(try await signedIn.storage.records().count == 2)
    }
}
