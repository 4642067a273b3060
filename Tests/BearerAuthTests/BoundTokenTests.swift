// SPDX-License-Identifier: Apache-2.0

import DPoP
import Fixtures
import HTTPMessages
import JSONWebSignatures

@testable import BearerAuth

/// RFC 9449 §7, §9.
@Suite struct BoundTokenTests {
    let api: BoundAPI

    init() throws { api = try BoundAPI() }

    private static let algorithms = #"algs="RS256 PS256 ES256 EdDSA""#

    @Test func `a bound token with a proof gets in, also behind a proxy`() async throws {
        let token = try api.token()
        #expect(try await api.ask("DPoP \(token)", proofs: [api.proof(api.claims(for: token))]) == nil)
        #expect(try await api.ask("dpop \(token)", proofs: [api.proof(api.claims(for: token))]) == nil)
    }

    @Test func `an unbound token gets in as before, unless each must be bound`() async throws {
        let open = try BoundAPI()
        #expect(try await open.ask("Bearer \(open.token(boundTo: .some(nil)))") == nil)
        let strict = try BoundAPI(requiresProof: true)
        let challenge = try await strict.ask("Bearer \(strict.token(boundTo: .some(nil)))")
        #expect((challenge?.status, challenge?.fields.count) == (.unauthorized, 1))
        #expect(
            challenge?.fields[0].hasPrefix(#"DPoP realm="api", \#(Self.algorithms), error="invalid_token""#) == true)
    }

    @Test func `a bound token is refused as a bearer token, also by an API without rules for proofs`() async throws {
        let challenge = try await api.ask("Bearer \(api.token())")
        #expect(challenge?.fields.first?.contains(#"error="invalid_token""#) == true)
        #expect(challenge?.fields.last == #"DPoP realm="api", \#(Self.algorithms)"#)
        let plain = try ProtectedAPI()
        var draft = plain.token
        for confirmation in [["jkt": JSONValue.string("x")], ["x5t#S256": .string("x")], ["jkt": .number("1")]] {
            draft.claims["cnf"] = .object(confirmation)
            #expect(try await plain.ask(draft).status == 401)
        }
    }

    @Test func `without a token both schemes are named, with no error`() async throws {
        let metadata = ProtectedResourceMetadata(
            resource: BoundAPI.url, authorizationServers: [FakeProvider.issuer])
        let challenge = try await BoundAPI(metadata: metadata).ask(nil)
        let place = #"resource_metadata="https://tasks.example.com/.well-known/oauth-protected-resource/v1""#
        #expect(
            challenge?.fields == [
                #"Bearer realm="api", \#(place)"#, #"DPoP realm="api", \#(Self.algorithms), \#(place)"#,
            ])
    }

    static let spoilers: [(String, @Sendable (inout [String: JSONValue]) -> Void)] = [
        ("another method", { $0["htm"] = .string("POST") }),
        ("another path", { $0["htu"] = .string(BoundAPI.address) }),
        ("the address behind the proxy", { $0["htu"] = .string("http://10.0.0.7:3000/items") }),
        ("another token", { $0["ath"] = .string("x") }), ("no token", { $0["ath"] = nil }),
        ("no time", { $0["iat"] = nil }), ("long ago", { $0["iat"] = .number("1767959699") }),
    ]

    @Test(arguments: spoilers.map(\.0)) func `a proof is refused that is for`(_ name: String) async throws {
        let token = try api.token()
        var claims = api.claims(for: token)
        try #require(Self.spoilers.first { $0.0 == name }).1(&claims)
        let challenge = try await api.ask("DPoP \(token)", proofs: [api.proof(claims)])
        #expect((challenge?.status, challenge?.fields.first) == (.unauthorized, #"Bearer realm="api""#))
        #expect(challenge?.fields.last?.contains(#"error="invalid_dpop_proof""#) == true)
    }

    @Test func `a proof is valid once, and only with its token's key`() async throws {
        let token = try api.token()
        let proof = try api.proof(api.claims(for: token))
        #expect(try await api.ask("DPoP \(token)", proofs: [proof]) == nil)
        #expect(try await api.ask("DPoP \(token)", proofs: [proof])?.status == .unauthorized)
        let thief = try api.proof(api.claims(for: token), with: JSONWebPrivateKey.generate(on: .p256))
        #expect(try await api.ask("DPoP \(token)", proofs: [thief])?.status == .unauthorized)
        #expect(try await api.ask("DPoP \(token)")?.status == .unauthorized)
        #expect(try await api.ask("DPoP")?.status == .badRequest, "this API knows the scheme")
        let unbound = try api.token(boundTo: .some(nil))
        #expect(
            try await api.ask("DPoP \(unbound)", proofs: [api.proof(api.claims(for: unbound))])?.status == .unauthorized
        )
    }

    @Test
    func `a bound token without its request is refused, and the text is for the developer of the API`() async throws {
        let fields: HTTPFields = [.authorization: "DPoP \(try api.token())"]
        let challenge = await #expect(throws: BearerChallenge.self) { try await api.protection.caller(of: fields) }
        guard case .tokenRefused(let text) = challenge?.reason else {
            Issue.record("\(String(describing: challenge?.reason))")
            return
        }
        #expect(text.contains("developer") && text.contains("caller(of: request)"))
    }

    @Test func `an API with nonces gives one, and takes the proof that carries it`() async throws {
        let api = try BoundAPI(nonceKey: Redacted(Data(repeating: 7, count: 32)))
        let token = try api.token()
        let challenge = try await api.ask("DPoP \(token)", proofs: [api.proof(api.claims(for: token))])
        #expect(challenge?.status == .unauthorized)
        #expect(challenge?.fields.last?.contains(#"error="use_dpop_nonce""#) == true)
        let nonce = try #require(challenge?.nonceField)
        #expect(try await api.ask("DPoP \(token)", proofs: [api.proof(api.claims(for: token, nonce: nonce))]) == nil)
        api.clock.advance(by: 600)
        let stale = try await api.ask("DPoP \(token)", proofs: [api.proof(api.claims(for: token, nonce: nonce))])
        #expect(stale?.nonceField != nil && stale?.nonceField != nonce)
    }

    @Test func `a route's challenge uses the scheme of the request`() async throws {
        let token = try api.token()
        var request = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/items")
        request.headerFields[.authorization] = "DPoP \(token)"
        if let name = HTTPField.Name("DPoP") { request.headerFields[name] = try api.proof(api.claims(for: token)) }
        let caller = try await api.protection.caller(of: request)
        let challenge = api.protection.describing(BearerChallenge(.scopeMissing("Tasks.Manage")), to: caller)
        #expect(challenge.fields.first == #"Bearer realm="api""#)
        #expect(challenge.fields.last?.contains(#"error="insufficient_scope""#) == true)
    }
}

@Suite struct ReplayWindowTests {
    private let start = Date(timeIntervalSince1970: 1_767_960_000)

    @Test func `a proof is remembered as long as it could be accepted`() {
        let window = ReplayWindow()
        #expect(window.take("first", now: start) == .new)
        #expect(window.take("late", now: start + DPoPJudge.freshness - 1) == .new)
        for seconds in [0, 1, 359, 360] {
            #expect(window.take("late", now: start + DPoPJudge.freshness - 1 + Double(seconds)) == .used, "\(seconds)")
        }
        #expect(window.take("late", now: start + 4 * DPoPJudge.freshness) == .new)
    }

    @Test func `a full window accepts no new proof, and forgets none`() {
        #expect(ReplayWindow().capacity == 200_000)
        let window = ReplayWindow(capacity: 3)
        for number in 0..<3 { #expect(window.take("\(number)", now: start) == .new) }
        #expect((window.take("3", now: start), window.take("0", now: start)) == (.full, .used))
        #expect(window.take("3", now: start + DPoPJudge.freshness) == .full)
        #expect(window.take("3", now: start + 2 * DPoPJudge.freshness) == .new)
    }

    @Test func `a clock that is set back forgets nothing`() {
        let window = ReplayWindow()
        #expect((window.take("a", now: start), window.take("a", now: start - 3600)) == (.new, .used))
    }

    @Test func `of many requests with one proof one gets in`() async {
        let window = ReplayWindow()
        let count = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 { group.addTask { window.take("a", now: start) == .new } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(count == 1)
    }
}
