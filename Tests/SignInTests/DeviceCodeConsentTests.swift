// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import SignInTesting
import Testing

/// Who answers with a code for an account that is signed in already.
@Suite struct DeviceCodeConsentTests {
    let signedIn: SignedIn

    init() async throws { signedIn = try await SignedIn() }

    private static let more: ScopeSet = ["User.ReadBasic.All"]

    /// Lets `person` answer for the account that is signed in, with a flow that asks for more.
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

    @Test func `another person who answers changes nothing`() async throws {
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
        // The token for less of the same lacks what was agreed to, so it must not be used any more.
        #expect(tokens.map(\.scopes) == [other.scopes, signedIn.scopes.union(Self.more)])
    }

    @Test func `a sign-in that continues no account may be any person's, and adds an account`() async throws {
        let other = try await Self.answer(signedIn, as: signedIn.tenant.otherPerson, continuing: nil)
        #expect(other.id != signedIn.account.id)
        #expect(try await signedIn.storage.records().count == 2)
    }
}
