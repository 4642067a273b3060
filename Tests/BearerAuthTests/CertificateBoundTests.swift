// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import Fixtures
import HTTPMessages
import JSONWebSignatures

/// RFC 8705 §3, RFC 9440.
@Suite struct CertificateBoundTests {
    /// The certificate of RFC 8705 appendix A.
    private static let certificate =
        Data(
            base64Encoded:
                "MIIBBjCBrAIBAjAKBggqhkjOPQQDAjAPMQ0wCwYDVQQDDARtdGxzMB4XDTE4MTAxODEyMzcwOVoXDTIyMDUwMjEyMzcw"
                + "OVowDzENMAsGA1UEAwwEbXRsczBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABNcnyxwqV6hY8QnhxxzFQ03C7HKW9OylMbnQZjjJ/Au0"
                + "8/coZwxS7LfA4vOLS9WuneIXhbGGWvsDSb0tH6IxLm8wCgYIKoZIzj0EAwIDSQAwRgIhAP0RC1E+vwJD/D1AGHGzuri+hlV/PpQEKTWU"
                + "VeORWz83AiEA5x2eXZOVbUlJSGQgjwD5vaUaKlLR50Q2DmFfQj1L+SY=") ?? Data()
    private static let thumbprint = "A4DtL2JmUMhAsvJj5tKyn64SqzmuXbMrJa0n761y5v0"
    private static let field = ":\(certificate.base64EncodedString()):"

    private let provider: FakeProvider
    private let clock = TestClock()

    init() throws { provider = try FakeProvider() }

    private func protection(
        _ rules: CertificateRules?, dpop: DPoPRules? = nil, asking introspection: TokenIntrospection? = nil,
        over transport: (any Transport)? = nil
    ) -> BearerProtection {
        var tokens = AcceptedTokens(
            from: ProviderDescription(issuer: FakeProvider.issuer), AccessTokenRules(audiences: ["api://tasks"]))
        tokens.introspection = introspection
        return BearerProtection(
            accepting: [tokens], bound: dpop, boundToCertificates: rules, over: transport ?? provider,
            time: TimeSource { [clock] in clock.now })
    }

    private func token(_ confirmation: [String: JSONValue]? = ["x5t#S256": .string(thumbprint)]) throws -> String {
        var draft = TokenDraft(from: provider, at: clock.now)
        // No members mean a text in place of an object.
        draft.claims["cnf"] = confirmation.map { $0.isEmpty ? .string(Self.thumbprint) : .object($0) }
        return try draft.signed()
    }

    private func ask(
        _ protection: BearerProtection, _ token: String, presenting der: Data? = nil, fields: [String] = [],
        scheme: String = "Bearer"
    ) async throws -> BearerChallenge? {
        var request = HTTPRequest(method: .get, scheme: "https", authority: "tasks.example", path: "/")
        request.headerFields[.authorization] = "\(scheme) \(token)"
        request.headerFields[values: try #require(HTTPField.Name("Client-Cert"))] = fields
        do {
            _ = try await protection.caller(of: request, presenting: der.map(ClientCertificate.init))
            return nil
        } catch let challenge as BearerChallenge {
            return challenge
        }
    }

    @Test func `the thumbprint is that of the specification`() {
        #expect(ClientCertificate(der: Self.certificate).thumbprint == Self.thumbprint)
    }

    @Test func `a bound token gets in with its certificate, each time`() async throws {
        let api = protection(CertificateRules())
        for _ in 0..<2 { #expect(try await ask(api, token(), presenting: Self.certificate) == nil) }
        #expect(try await ask(api, token(nil)) == nil, "an unbound token, as before")
        #expect(try await ask(api, token(nil), presenting: Self.certificate) == nil)
    }

    /// Each request lacks one thing: the rules, the certificate, the field, or the binding.
    @Test func `a bound token is refused that lacks one thing`() async throws {
        let other = try TestCertificate(named: "other", from: clock.now).der
        let connection = CertificateRules()
        let rows: [(String, CertificateRules?, Data?, [String: JSONValue]?)] = [
            ("no certificate", connection, nil, nil), ("another certificate", connection, other, nil),
            ("no rules", nil, Self.certificate, nil),
            ("a field alone would do", CertificateRules(from: .clientCertField), Self.certificate, nil),
            ("a number", connection, Self.certificate, ["x5t#S256": .number("1")]),
            ("an empty thumbprint", connection, Self.certificate, ["x5t#S256": .string("")]),
            ("confirmation that is no object", connection, Self.certificate, [:]),
            ("padding", connection, Self.certificate, ["x5t#S256": .string(Self.thumbprint + "=")]),
            (
                "a key besides", connection, Self.certificate,
                ["x5t#S256": .string(Self.thumbprint), "jkt": .string("x")]
            ),
        ]
        for (name, rules, der, confirmation) in rows {
            let bound = try confirmation.map { try token($0) } ?? token()
            let challenge = try await ask(protection(rules), bound, presenting: der)
            #expect(challenge?.status == .unauthorized, "\(name)")
            #expect(
                challenge?.fields.first?.hasPrefix(#"Bearer realm="api", error="invalid_token""#) == true, "\(name)")
        }
    }

    @Test func `a known token is refused on another connection`() async throws {
        let api = protection(CertificateRules())
        let token = try token()
        #expect(try await ask(api, token, presenting: Self.certificate) == nil)
        #expect(try await ask(api, token)?.status == .unauthorized)
    }

    @Test func `a proxy's field is used only if the API enables it`() async throws {
        let proxied = protection(CertificateRules(from: .clientCertField))
        #expect(try await ask(proxied, token(), fields: [Self.field]) == nil)
        #expect(try await ask(protection(CertificateRules()), token(), fields: [Self.field])?.status == .unauthorized)
        let bare = String(Self.field.dropFirst().dropLast())
        for fields in [
            [], [Self.field, Self.field], [bare], [":\(bare)"], ["\(bare):"], ["x\(bare)x"], ["::"], [":"], [""],
            [":!\(bare):"],
            ["\(Self.field);a=1"], [":\(bare.dropLast(4)):"], [":" + String(repeating: "A", count: 32 * 1024) + ":"],
        ] {
            #expect(try await ask(proxied, token(), fields: fields)?.status == .unauthorized, "\(fields)")
        }
        var request = HTTPRequest(method: .get, scheme: "https", authority: "tasks.example", path: "/")
        request.headerFields[.authorization] = "Bearer \(try token())"
        request.headerFields[try #require(HTTPField.Name("Client-Cert"))] = Self.field
        #expect(try await proxied.caller(of: request.headerFields).subject == "alice")
    }

    @Test func `an API that requires bound tokens rejects bearer tokens`() async throws {
        let strict = protection(CertificateRules(requiresBinding: true))
        #expect(try await ask(strict, token(), presenting: Self.certificate) == nil)
        let challenge = try await ask(strict, token(nil), presenting: Self.certificate)
        #expect(challenge?.fields.first?.contains(#"error="invalid_token""#) == true)
        // With both kinds of binding, neither is required.
        let either = protection(CertificateRules(), dpop: DPoPRules(at: BoundAPI.url, requiresProof: true))
        #expect(try await ask(either, token(), presenting: Self.certificate) == nil)
        let refused = try await ask(either, token(nil), presenting: Self.certificate)
        #expect(refused?.fields.count == 2, "both schemes lead in")
    }

    @Test func `a token with key and certificate needs both`() async throws {
        let api = try BoundAPI(certificates: CertificateRules())
        let token = try api.token(also: ["x5t#S256": .string(Self.thumbprint)])
        func ask(_ der: Data?, proofs: Bool = true) async throws -> BearerChallenge? {
            try await api.ask(
                "DPoP \(token)", proofs: proofs ? [api.proof(api.claims(for: token))] : [],
                presenting: der.map(ClientCertificate.init))
        }
        #expect(try await ask(Self.certificate) == nil)
        #expect(try await ask(nil)?.fields.last?.contains(#"error="invalid_token""#) == true)
        #expect(try await ask(Self.certificate, proofs: false)?.status == .unauthorized)
    }

    @Test func `the provider's answer about an opaque token binds it as well`() async throws {
        let api = asking(answeringWith: #"{"x5t#S256":"\#(Self.thumbprint)"}"#)
        #expect(try await ask(api, "opaque", presenting: Self.certificate) == nil)
        #expect(try await ask(api, "opaque")?.status == .unauthorized)
    }

    @Test func `the provider's answer about a signed token must repeat its binding`() async throws {
        let rows = [
            (#"{"x5t#S256":"\#(Self.thumbprint)"}"#, true), (#"{"jkt":"\#(Self.thumbprint)"}"#, false), ("{}", false),
            (#""none""#, false),
            (#"{"x5t#S256":"\#(Self.thumbprint)","jkt":"\#(Self.thumbprint)"}"#, false),
        ]
        for (confirmation, isRight) in rows {
            let api = asking(.every, answeringWith: confirmation)
            let challenge = try await ask(api, token(), presenting: Self.certificate)
            #expect((challenge == nil) == isRight, "\(confirmation)")
        }
        let api = asking(.every, answeringWith: "{}")
        #expect(try await ask(api, token())?.status == .unauthorized, "a thief has no certificate")
    }

    /// At a provider that calls each token active, with one confirmation.
    private func asking(
        _ tokens: TokenIntrospection.Tokens = .opaque, answeringWith confirmation: String
    ) -> BearerProtection {
        let introspecting = StubTransport { [provider] request, body in
            guard request.path == "/introspect" else { return try await provider.send(request, body: body) }
            let answer =
                #"{"active":true,"aud":"api://tasks","sub":"alice","client_id":"app","exp":4102444800,"cnf":"#
                + confirmation + "}"
            return TransportResponse(head: HTTPResponse(status: .ok), body: Data(answer.utf8))
        }
        return protection(
            CertificateRules(),
            asking: TokenIntrospection(
                at: URL(constant: "https://login.example/introspect"), as: "tasks",
                authentication: ClientAuthentication(secret: "s"), about: tokens),
            over: introspecting)
    }
}
