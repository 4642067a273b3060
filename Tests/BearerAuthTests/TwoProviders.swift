// SPDX-License-Identifier: Apache-2.0

import BearerAuth
import Fixtures
import HTTPMessages
import JSONWebSignatures
import SystemCryptography

/// An API with two providers on one host, whose keys have the same name; staff tokens name the API and need a scope;
/// customers' app and the API are one registration, without scopes.
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

    var staffToken: TokenDraft { TokenDraft(from: staff, at: clock.now) }

    var customerToken: TokenDraft {
        var draft = TokenDraft(from: customers, at: clock.now)
        draft.header = JWSHeader(algorithm: .es256, keyIdentifier: "key-1", type: "JWT")
        draft.claims["aud"] = .string(Self.registration)
        draft.claims["azp"] = .string(Self.registration)
        draft.claims["scp"] = nil
        draft.claims["tid"] = nil
        return draft
    }

    func caller(with token: String) async throws -> Caller {
        try await protection.caller(of: [.authorization: "Bearer \(token)"])
    }

    func refusal(of token: String) async throws -> String? {
        let error = await #expect(throws: BearerChallenge.self) { try await caller(with: token) }
        guard case .tokenRefused(let why) = error?.reason else { return nil }
        return why
    }
}

/// A valid request with one defect, and the response.
struct Spoiled: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let status: Int
    let challenge: String
    let fields: @Sendable (TokenDraft) throws -> [String]

    init(
        _ description: String, _ status: Int, _ challenge: String,
        fields: @escaping @Sendable (TokenDraft) throws -> [String]
    ) {
        self.testDescription = description
        self.status = status
        self.challenge = challenge
        self.fields = fields
    }

    static func token(
        _ description: String, because reason: String,
        _ spoil: @escaping @Sendable (inout TokenDraft) throws -> Void
    ) -> Spoiled {
        Spoiled(description, 401, refused(reason)) { good in
            var draft = good
            try spoil(&draft)
            return ["Bearer \(try draft.signed())"]
        }
    }

    static func signed(
        _ description: String, because reason: String,
        _ spoil: @escaping @Sendable (TokenDraft) throws -> String
    ) -> Spoiled { Spoiled(description, 401, refused(reason)) { ["Bearer \(try spoil($0))"] } }

    private static func refused(_ reason: String) -> String {
        #"Bearer realm="api", error="invalid_token", error_description="\#(reason)""#
    }
}

extension TokenDraft {
    func parts() throws -> [String] {
        try signed().split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    /// The payload with another subject; no signature fits it.
    var forgedPayload: String {
        var forged = self
        forged.claims["sub"] = .string("mallory")
        return Base64URL.encode(forged.payload.utf8)
    }

    /// The classic attack: the public key as a shared secret.
    func signedWithPublicKeyAsSecret() throws -> String {
        let header = Base64URL.encode(#"{"alg":"HS256","kid":"key-1","typ":"JWT"}"#.utf8)
        let input = header + "." + Base64URL.encode(payload.utf8)
        let secret = SymmetricKey(data: key.publicKey.jsonData)
        let code = HMAC<SHA256>.authenticationCode(for: Data(input.utf8), using: secret)
        return input + "." + Base64URL.encode(Data(code))
    }
}
