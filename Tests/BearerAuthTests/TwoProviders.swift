// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import Fixtures
import Foundation
import HTTPMessages
import JSONWebSignatures
import Testing

/// An API that takes the tokens of two providers on one host, whose keys have the same name.
///
/// Staff come with a token for the API and need a scope. Customers come from an app that is one registration with the
/// API, and that app needs none.
struct TwoProviders: Sendable {
    static let customersIssuer = "https://login.example/customers/v2.0"
    static let registration = "one-registration"

    let staff: FakeProvider
    let customers: FakeProvider
    let clock = TestClock()
    private let protection: BearerProtection

    init(customersIssuer: String = Self.customersIssuer) throws {
        staff = try FakeProvider()
        customers = try FakeProvider(
            issuer: customersIssuer, keysPath: "/customers/keys",
            key: JSONWebPrivateKey.generate(on: .p256, keyIdentifier: "key-1"))
        protection = BearerProtection(
            accepting: [
                AcceptedTokens(
                    from: ProviderDescription(issuer: FakeProvider.issuer), AccessTokenRules(audiences: ["api://tasks"])
                ),
                AcceptedTokens(
                    from: ProviderDescription(
                        issuer: try #require(URL(string: customersIssuer)),
                        rules: ProviderRules(idTokensNameClient: false)),
                    AccessTokenRules(
                        audiences: [Self.registration, "api://customers"], scopeRule: .everyAppButItsOwn)),
            ],
            over: FakeInternet(staff, customers), time: TimeSource { [clock] in clock.now })
    }

    /// A token of the first provider that the API takes.
    var staffToken: TokenDraft { TokenDraft(from: staff, at: clock.now) }

    /// A token of the second provider that the API takes; it names no scope.
    var customerToken: TokenDraft {
        var draft = TokenDraft(from: customers, at: clock.now)
        draft.header = JWSHeader(algorithm: .es256, keyIdentifier: "key-1", type: "JWT")
        draft.claims["aud"] = .string(Self.registration)
        draft.claims["azp"] = .string(Self.registration)
        draft.claims["scp"] = nil
        draft.claims["tid"] = nil
        return draft
    }

    /// Who the API says is calling.
    func caller(with token: String) async throws -> Caller {
        try await protection.caller(of: [.authorization: "Bearer \(token)"])
    }

    func refusal(of token: String) async throws -> String? {
        let error = await #expect(throws: BearerChallenge.self) { try await caller(with: token) }
        guard case .tokenRefused(let why) = error?.reason else { return nil }
        return why
    }
}
