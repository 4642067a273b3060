// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport
import JSONWebSignatures
import SignIn
import SystemCryptography

/// Modules outside of the three certifications that also work with a code.
@Suite struct ComprehensiveProfileTests {
    typealias Members = ConformanceBehaviour.Members

    /// The first bit of the signature, so that length and alphabet stay.
    @Sendable static func spoilSignature(_ token: String) throws -> String {
        var parts = token.split(separator: ".").map(String.init)
        var signature = try Base64URL.decode(parts[2])
        signature[0] ^= 0x80
        parts[2] = Base64URL.encode(signature)
        return parts.joined(separator: ".")
    }

    @Test func `oidcc-client-test-missing-aud: an ID token without an audience is refused`() async throws {
        let run = try ConformanceRun(ConformanceBehaviour(claims: { $0["aud"] = nil }))
        #expect(try await run.refusal() == .audienceMismatch)
    }

    @Test func `oidcc-client-test-invalid-sig-es256: a signature that is wrong is refused`() async throws {
        var behaviour = ConformanceBehaviour(keys: [ConformanceKeys.elliptic], algorithm: .es256)
        _ = try await ConformanceRun(behaviour).logIn()
        behaviour.tampering = Self.spoilSignature
        #expect(try await ConformanceRun(behaviour).refusal() == .signatureInvalid)
    }

    /// The suite signs with a wrong secret; this client refuses the right one too.
    @Test(arguments: [ConformanceProvider.clientSecret, "another secret"])
    func `oidcc-client-test-invalid-sig-hs256: what a shared secret signed is refused`(_ secret: String) async throws {
        let behaviour = ConformanceBehaviour(
            metadata: { $0["id_token_signing_alg_values_supported"] = .array([.string("HS256")]) },
            tampering: { token in
                let input = Base64URL.encode(#"{"alg":"HS256"}"#.utf8) + "." + token.split(separator: ".")[1]
                let key = SymmetricKey(data: Data(secret.utf8))
                let code = HMAC<SHA256>.authenticationCode(for: Data(input.utf8), using: key)
                return input + "." + Base64URL.encode(Array(code))
            })
        #expect(try await ConformanceRun(behaviour).refusal() == .algorithmNotAllowed)
    }

    @Test func `oidcc-client-test-userinfo-bearer-header: the access token goes in the field`() async throws {
        let run = try ConformanceRun()
        _ = try await run.logIn()
        let asked = try #require(await run.provider.last("userinfo"))
        #expect(asked.request.headerFields[.authorization] == "Bearer \(ConformanceProvider.accessToken)")
        #expect(asked.request.path?.contains("?") == false)
    }

    /// The suite has this module for clients with a form parameter; every provider must accept the field (RFC 6750
    /// §2.1).
    @Test func `oidcc-client-test-userinfo-bearer-body: the access token is in no form`() async throws {
        let run = try ConformanceRun()
        _ = try await run.logIn()
        #expect(await run.provider.last("userinfo")?.form.pairs.isEmpty == true)
    }

    @Test func `oidcc-client-test-userinfo-signed: signed claims are verified`() async throws {
        let (account, userInfo) = try await ConformanceRun(ConformanceBehaviour(signsUserInfo: true)).logIn()
        #expect(userInfo.subject == account.identity.subject)
        #expect(userInfo.claims.string("email") == "user@example.com")
    }

    @Test func `oidcc-client-test-nonce-unless-code-flow: a nonce is sent with a code as well`() async throws {
        let run = try ConformanceRun()
        _ = try await run.logIn()
        #expect(await run.provider.last("authorize")?.form["nonce"]?.utf8.count == 43)
    }

    /// The suite tests ID tokens from the browser; this client checks the token endpoint's hash too.
    @Test func `oidcc-client-test-invalid-athash: another access token's hash is refused`() async throws {
        let run = try ConformanceRun(ConformanceBehaviour(claims: { $0["at_hash"] = .string("1") }))
        #expect(try await run.refusal() == .accessTokenHashMismatch)
    }

    @Test func `oidcc-client-test-invalid-chash: another code's hash is refused`() async throws {
        let run = try ConformanceRun(ConformanceBehaviour(claims: { $0["c_hash"] = .string("1") }))
        #expect(try await run.refusal() == .codeHashMismatch)
    }

    /// The suite expects a refusal for ID tokens from the browser, which this client never uses.
    @Test func `oidcc-client-test-missing-athash, oidcc-client-test-missing-chash: both are optional`() async throws {
        let found = try await ConformanceRun(ConformanceBehaviour(claims: { $0["at_hash"] = nil })).logIn()
        #expect(found.account.identity.claims.has("at_hash") == false)
    }

    @Test func `oidcc-client-test-form-post-error: the provider's error is heard from a form`() async throws {
        let run = try ConformanceRun(ConformanceBehaviour(error: "login_required"))
        let options = SignInOptions(prompt: .nothing, maxAge: .zero)
        let error = await #expect(throws: ServerError.self) { try await run.logIn(.formPost, options: options) }
        #expect(error?.code.rawValue == "login_required")
        let asked = try #require(await run.provider.last("authorize")?.form)
        #expect(asked["prompt"] == "none" && asked["max_age"] == "0")
    }

    @Test func `oidcc-client-test-ignores-unparseable-key-in-jwks: keys of unknown types are ignored`() async throws {
        let unknown: [JSONValue] = [
            .object(["kty": .string("AKP"), "alg": .string("ML-DSA-1"), "kid": .string("a"), "pub": .string("AAAA")]),
            .object(["kty": .string("made up"), "kid": .string("b")]),
        ]
        let found = try await ConformanceRun(ConformanceBehaviour(otherKeys: unknown)).logIn()
        #expect(found.account.identity.subject == found.userInfo.subject)
    }

    @Test func `oidcc-client-test-aggregated-claims: claims of others come through as they are`() async throws {
        let names = JSONValue.object(["address": .string("src1"), "phone_number": .string("src1")])
        let sources = JSONValue.object(["src1": .object(["JWT": .string("a.b.c")])])
        let run = try ConformanceRun(
            ConformanceBehaviour(userInfo: { ($0["_claim_names"], $0["_claim_sources"]) = (names, sources) }))
        let claims = try await run.logIn().userInfo.claims
        #expect(claims["_claim_sources"] == .object(["src1": .object(["JWT": .string("a.b.c")])]))
    }

    /// Fetching them is up to the app, which must decide whom to trust.
    @Test func `oidcc-client-test-distributed-claims: references to claims are passed on`() async throws {
        let source: [String: JSONValue] = [
            "endpoint": .string("https://suite.example/claims_endpoint"), "access_token": .string("t"),
        ]
        let run = try ConformanceRun(
            ConformanceBehaviour(userInfo: {
                $0["_claim_names"] = .object(["credit_score": .string("src1")])
                $0["_claim_sources"] = .object(["src1": .object(source)])
            }))
        let claims = try await run.logIn().userInfo.claims
        #expect(claims["_claim_names"] == .object(["credit_score": .string("src1")]))
        #expect(await run.provider.requests.allSatisfy { $0.request.path?.contains("claims_endpoint") != true })
    }

    @Test(arguments: [SignatureAlgorithm.ps256, .es256, .edDSA])
    func `other algorithms are verified as well`(_ algorithm: SignatureAlgorithm) async throws {
        let key =
            switch algorithm {
            case .es256: ConformanceKeys.elliptic
            case .edDSA: ConformanceKeys.edwards
            default: ConformanceKeys.first
            }
        let found = try await ConformanceRun(ConformanceBehaviour(keys: [key], algorithm: algorithm)).logIn()
        #expect(found.account.identity.subject == found.userInfo.subject)
    }
}
