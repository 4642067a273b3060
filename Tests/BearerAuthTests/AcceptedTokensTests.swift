// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import Fixtures
import HTTPServing
import JSONWebSignatures
import SystemCryptography

@Suite struct AcceptedTokensTests {
    private let api: TwoProviders

    init() throws { api = try TwoProviders() }

    @Test func `accepts the tokens of each provider`() async throws {
        #expect(try await api.caller(with: api.staffToken.signed()).id == "\(FakeProvider.issuerText) alice")
        let customer = try await api.caller(with: api.customerToken.signed())
        #expect(customer.id == "\(TwoProviders.customersIssuer) alice")
    }

    /// A token that no provider's rules accept, and the error.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reason: String
        let token: @Sendable (TwoProviders) throws -> String

        init(
            _ description: String, because reason: String,
            _ token: @escaping @Sendable (TwoProviders) throws -> String
        ) {
            testDescription = description
            self.reason = reason
            self.token = token
        }

        /// A customer's token with one defect.
        static func customer(
            _ description: String, because reason: String,
            _ spoil: @escaping @Sendable (inout TokenDraft, TwoProviders) throws -> Void
        ) -> Row {
            Row(description, because: reason) {
                var draft = $0.customerToken
                try spoil(&draft, $0)
                return try draft.signed()
            }
        }
    }

    static let forged = "the token's signature is invalid; it was changed or forged"
    static let unsigned = "the token is not signed with an algorithm of its provider; check its issuer"
    static let unreadable = "the token is not a signed token of the allowed form"
    static let stranger = "this API accepts no tokens of that issuer"

    static let mixed: [Row] = [
        .customer("the other provider signed it", because: forged) {
            ($0.key, $0.header) = ($1.staff.key, $1.staffToken.header)
        },
        .customer("it names the other provider", because: forged) { draft, _ in
            draft.claims["iss"] = .string(FakeProvider.issuerText)
        },
        Row("the other provider's good token names this one", because: forged) {
            var draft = $0.staffToken
            draft.claims["iss"] = .string(TwoProviders.customersIssuer)
            return try draft.signed()
        },
        .customer("it claims the other's algorithm", because: forged) { draft, api in
            (draft.claims["iss"], draft.claims["aud"]) = (.string(FakeProvider.issuerText), .string("api://tasks"))
            draft.claims["scp"] = .string("Tasks.ReadWrite")
        },
        Row("the key of one is a secret for the other", because: unsigned) {
            let header = Base64URL.encode(#"{"alg":"HS256","kid":"key-1"}"#.utf8)
            let input = header + "." + Base64URL.encode($0.customerToken.payload.utf8)
            let secret = SymmetricKey(data: $0.staff.key.publicKey.jsonData)
            let code = HMAC<SHA256>.authenticationCode(for: Data(input.utf8), using: secret)
            return input + "." + Base64URL.encode(Data(code))
        },
        Row(
            "this provider's token is for the other's audience",
            because: "the token is for another API; request one with a scope of this API"
        ) {
            var draft = $0.staffToken
            (draft.claims["aud"], draft.claims["azp"]) = (.string("one-registration"), .string("one-registration"))
            return try draft.signed()
        },
        .customer(
            "it is for the other's audience",
            because: "the token is for another API; request one with a scope of this API"
        ) { draft, _ in
            draft.claims["aud"] = .string("api://tasks")
        },
    ]

    static let strangers: [Row] = [
        .customer("it names a third provider", because: stranger) { draft, _ in
            draft.claims["iss"] = .string("https://login.example/elsewhere/v2.0")
        },
        .customer("it names another host", because: stranger) { draft, _ in
            draft.claims["iss"] = .string("https://login.evil/customers/v2.0")
        },
        .customer("it names plain http", because: stranger) { draft, _ in
            draft.claims["iss"] = .string("http://login.example/customers/v2.0")
        },
        .customer("its issuer ends in a slash", because: stranger) { draft, _ in
            draft.claims["iss"] = .string("https://login.example/customers/v2.0/")
        },
        .customer("its issuer is no address", because: stranger) { draft, _ in draft.claims["iss"] = .string("") },
        .customer("it names no issuer", because: "the token has no issuer (iss)") { draft, _ in
            draft.claims["iss"] = nil
        },
        .customer("it names two issuers", because: "the token has no issuer (iss)") { draft, _ in
            draft.claims["iss"] = .array([.string(FakeProvider.issuerText), .string(TwoProviders.customersIssuer)])
        },
        Row("its claims say the issuer twice", because: "the token's claims are malformed") {
            let twice = #"{"iss":"\#(FakeProvider.issuerText)","iss":"\#(TwoProviders.customersIssuer)"}"#
            return try CompactJWS.sign(Array(twice.utf8), header: $0.customerToken.header, with: $0.customers.key)
        },
        Row("it is no token", because: unreadable) { _ in "opaque" },
        Row("its claims are not base64url", because: unreadable) { _ in "e30.+.e30" },
        Row("it is longer than tokens are", because: unreadable) {
            try $0.customerToken.signed() + String(repeating: "A", count: 16_384)
        },
    ]

    static let idTokens: [Row] = [
        .customer("it is an ID token", because: BearerAuthenticatorTests.idToken) { draft, _ in
            draft.claims["azp"] = nil
        },
        .customer("it is an ID token that names its app", because: BearerAuthenticatorTests.idToken) { draft, _ in
            draft.claims["nonce"] = .string("n-1")
        },
    ]

    @Test(arguments: mixed + strangers + idTokens)
    func `rejects a request when`(_ row: Row) async throws {
        #expect(try await api.refusal(of: row.token(api)) == row.reason)
    }

    /// A customer's claims, and whether they grant the scope.
    static let scopes: [(name: String, claims: [String: JSONValue?], isAllowed: Bool)] = [
        ("the API's own app", [:], true),
        ("the API's own app in a list of one", ["aud": .array([.string("one-registration")])], true),
        ("another app without a scope", ["azp": .string("other-app")], false),
        ("another app with the scope", ["azp": .string("other-app"), "scp": .string("a Tasks.ReadWrite")], true),
        ("another app with another scope", ["azp": .string("other-app"), "scp": .string("Tasks.Read")], false),
        ("an app whose name is written in capitals", ["azp": .string("One-Registration")], false),
        (
            "a list of two audiences", ["aud": .array([.string("one-registration"), .string("api://customers")])],
            false
        ),
        ("another audience of the API", ["aud": .string("api://customers")], false),
        ("the API's own app, which names another scope", ["scp": .string("Tasks.Read")], false),
        ("the API's own app, which names an empty scope", ["scp": .string("")], false),
        ("the API's own app by its name in older tokens", ["azp": nil, "appid": .string("one-registration")], false),
    ]

    @Test(arguments: scopes)
    func `a scope is needed by`(_ name: String, _ claims: [String: JSONValue?], _ isAllowed: Bool) async throws {
        var draft = api.customerToken
        for (name, value) in claims { draft.claims[name] = value }
        #expect(try await api.caller(with: draft.signed()).allows("Tasks.ReadWrite") == isAllowed)
    }

    @Test func `a provider that needs a scope of every caller makes no exception`() async throws {
        var draft = api.staffToken
        draft.header = JWSHeader(algorithm: .rs256, keyIdentifier: "key-1", type: "at+jwt")
        (draft.claims["azp"], draft.claims["scp"]) = (.string("api://tasks"), nil)
        #expect(try await !api.caller(with: draft.signed()).allows("Tasks.ReadWrite"))
    }

    @Test func `a token from another host causes no request`() async throws {
        var draft = api.customerToken
        draft.claims["iss"] = .string("https://login.evil/customers/v2.0")
        #expect(try await (api.refusal(of: draft.signed()), api.staff.paths) == (Self.stranger, []))
        #expect(await api.customers.paths == [])
    }

    @Test func `a provider out of reach hides no other`() async throws {
        await api.staff.change { $0.isDown = true }
        #expect(try await api.caller(with: api.customerToken.signed()).subject == "alice")
        let error = await #expect(throws: ProviderUnavailable.self) {
            try await api.caller(with: api.staffToken.signed())
        }
        #expect(
            error?.response.status == .serviceUnavailable && error?.cause is TransportError, "its operator can read why"
        )
        await api.staff.change { $0.isDown = false }
        #expect(try await api.caller(with: api.staffToken.signed()).subject == "alice")
    }

    @Test func `an API without providers accepts no token`() async throws {
        let protection = BearerProtection(accepting: [], over: FakeInternet())
        let token = try TwoProviders().staffToken.signed()
        let error = await #expect(throws: BearerChallenge.self) {
            try await protection.caller(of: [.authorization: "Bearer \(token)"])
        }
        #expect(error?.reason == .tokenRefused(Self.stranger))
    }
}
