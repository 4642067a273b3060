// SPDX-License-Identifier: Apache-2.0
import DPoP

@testable import LocalTenant
@testable import TenantFixtures
@testable import TenantStandard

/// RFC 9449.
@Suite struct DPoPTests: SiteSuite {
    let site: Site

    // RFC 9449 §4.1 and §6.1: the proof, and the thumbprint of its key
    @Test func `the proof of the specification is read`() throws {
        let proof = try #require(
            DPoPProof(
                "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZ"
                    + "OXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JE"
                    + "QSIsImNydiI6IlAtMjU2In19.eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8"
                    + "vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLv"
                    + "qRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg"))
        #expect(proof.thumbprint == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
        #expect((proof.identifier, proof.address) == ("-BwC3ESc6acc2lTc", "https://server.example.com/token"))
    }

    // RFC 9449 §7.1
    @Test func `the hash of an access token is that of the specification`() {
        #expect(
            DPoPProof.hash(of: "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU")
                == "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo")
    }

    @Test(arguments: [EllipticCurve.p256, .ed25519])
    func `a client that must prove a key goes the whole way`(_ curve: EllipticCurve) async throws {
        let maker = try ProofMaker(site, on: curve)
        let request = FormParameters.standardRequest.with("client_id", StandardSampleClient.boundID)
        // Without a nonce it is told one.
        let first = try await site.post("/op/par", request, fields: try maker.field(at: "/op/par"))
        #expect((first.status, first.errorCode) == (.badRequest, "use_dpop_nonce"))
        let nonce = try #require(first["DPoP-Nonce"])
        let pushed = try await site.post("/op/par", request, fields: try maker.field(at: "/op/par", nonce: nonce))
        let uri = try #require(try pushed.object()["request_uri"]?.string)
        var browser = try await Browser.standard(at: site)
        let answer = try await browser.agreeStandard(["client_id": StandardSampleClient.boundID, "request_uri": uri])
        let redeeming = FormParameters.standardRedeeming(try #require(answer.carried["code"]))
            .with("client_id", StandardSampleClient.boundID)
        #expect(try await site.post("/op/token", redeeming).errorCode == "invalid_dpop_proof")
        let tokens = try await site.post(
            "/op/token", redeeming, fields: try maker.field(at: "/op/token", nonce: nonce)
        ).object()
        #expect(tokens["token_type"] == .string("DPoP"))
        let access = try #require(tokens["access_token"]?.string)
        #expect(try await site.standardClaims(of: access).claims["cnf"] == .object(["jkt": .string(maker.thumbprint)]))
        try await checkUserInfo(site, access, maker, nonce: nonce)
        try await checkRefresh(site, try #require(tokens["refresh_token"]?.string), maker, nonce: nonce)
    }

    private func checkUserInfo(_ site: Site, _ token: String, _ maker: ProofMaker, nonce: String) async throws {
        func ask(_ scheme: String, _ proof: HTTPFields) async throws -> Answer {
            var fields = proof
            fields[.authorization] = "\(scheme) \(token)"
            return try await site.send(.get, "/op/userinfo", fields: fields)
        }
        let path = "/op/userinfo"
        let good = try maker.field("GET", at: path, nonce: nonce, accessToken: token)
        #expect(try await ask("DPoP", good).status == .ok)
        #expect(try await ask("DPoP", good).status == .unauthorized, "a replay")
        #expect(try await ask("Bearer", [:]).status == .unauthorized, "as a bearer token")
        #expect(try await ask("DPoP", [:]).status == .unauthorized, "without proof")
        let noHash = try maker.field("GET", at: path, nonce: nonce)
        #expect(try await ask("DPoP", noHash)["WWW-Authenticate"]?.contains("invalid_dpop_proof") == true)
        let otherHash = try maker.field("GET", at: path, nonce: nonce, accessToken: "another")
        #expect(try await ask("DPoP", otherHash)["WWW-Authenticate"]?.contains("invalid_dpop_proof") == true)
        let thief = try ProofMaker(site).field("GET", at: path, nonce: nonce, accessToken: token)
        #expect(try await ask("DPoP", thief).status == .unauthorized)
        let stale = try await ask("DPoP", try maker.field("GET", at: path, accessToken: token))
        #expect(stale.status == .unauthorized && stale["WWW-Authenticate"]?.hasPrefix("DPoP ") == true)
        #expect(stale["WWW-Authenticate"]?.contains(#"error="use_dpop_nonce""#) == true)
        #expect(stale["DPoP-Nonce"] != nil)
    }

    private func checkRefresh(_ site: Site, _ token: String, _ maker: ProofMaker, nonce: String) async throws {
        let form = FormParameters.standardRefreshing(token).with("client_id", StandardSampleClient.boundID)
        let thief = try ProofMaker(site).field(at: "/op/token", nonce: nonce)
        #expect(try await site.post("/op/token", form, fields: thief).errorCode == "invalid_grant")
        let good = try maker.field(at: "/op/token", nonce: nonce)
        #expect(try await site.post("/op/token", form, fields: good).status == .ok)
    }

    @Test func `any client may bind its tokens, and a nonce that was not given out is refused`() async throws {
        let maker = try ProofMaker(site)
        let form = FormParameters.standardRedeeming(try await site.standardCode())
        let invented = try maker.field(at: "/op/token", nonce: "invented")
        #expect(try await site.post("/op/token", form, fields: invented).errorCode == "use_dpop_nonce")
        let answer = try await site.post("/op/token", form, fields: try maker.field(at: "/op/token"))
        #expect(try answer.object()["token_type"] == .string("DPoP"))
        #expect(answer["DPoP-Nonce"] != nil)
    }

    @Test func `a code that is bound to a key is redeemed with that key only`() async throws {
        let maker = try ProofMaker(site)
        let request = FormParameters.standardRequest.with("dpop_jkt", maker.thumbprint)
        for (fields, isGood) in [
            (HTTPFields(), false), (try ProofMaker(site).field(at: "/op/token"), false),
            (try maker.field(at: "/op/token"), true),
        ] {
            let form = FormParameters.standardRedeeming(try await site.standardCode(for: request))
            #expect((try await site.post("/op/token", form, fields: fields).status == .ok) == isGood)
        }
    }

    @Test func `a pushed request is refused when proof and parameter name two keys`() async throws {
        let request = FormParameters.standardRequest.with("dpop_jkt", try ProofMaker(site).thumbprint)
        let answer = try await site.post("/op/par", request, fields: try ProofMaker(site).field(at: "/op/par"))
        #expect(answer.errorCode == "invalid_dpop_proof")
    }

    static let claimChanges: [(String, JSONValue?)] = [
        ("htm", .string("GET")), ("htm", nil), ("htu", .string("http://127.0.0.1:4400/op/par")), ("htu", nil),
        ("htu", .string("http://evil.example/op/token")), ("htu", .string("/op/token")), ("jti", nil),
        ("jti", .string("")), ("jti", .string(String(repeating: "j", count: 257))), ("iat", nil),
        ("iat", .integer(1_767_225_600 - 301)),
        ("iat", .integer(1_767_225_600 + 61)), ("iat", .number("1e300")), ("iat", .string("1767225600")),
    ]

    @Test(
        arguments: [
            ("jti", .string(String(repeating: "j", count: 256))), ("iat", .integer(1_767_225_600 - 300)),
            ("iat", .integer(1_767_225_600 + 60)),
        ] as [(String, JSONValue)])
    func `a proof is valid up to its limits`(_ name: String, _ value: JSONValue) async throws {
        let maker = try ProofMaker(site)
        var claims = maker.claims(at: "/op/token")
        claims[name] = value
        let form = FormParameters.standardRedeeming(try await site.standardCode())
        let answer = try await site.post("/op/token", form, fields: try ProofMaker.field(try maker.sign(claims)))
        #expect(try answer.object()["token_type"]?.string == "DPoP")
    }

    @Test(arguments: claimChanges)
    func `a proof for something else is refused`(_ name: String, _ value: JSONValue?) async throws {
        let maker = try ProofMaker(site)
        var claims = maker.claims(at: "/op/token")
        claims[name] = value
        let answer = try await site.post(
            "/op/token", .standardRedeeming("x"), fields: try ProofMaker.field(try maker.sign(claims)))
        #expect(answer.errorCode == "invalid_dpop_proof")
    }

    @Test(arguments: ["http://127.0.0.1:4400/op/token?a=b#c", "HTTP://127.0.0.1:4400/op/token"])
    func `case, query and fragment of the address do not count`(_ address: String) async throws {
        let maker = try ProofMaker(site)
        var claims = maker.claims(at: "/op/token")
        claims["htu"] = .string(address)
        let form = FormParameters.standardRedeeming(try await site.standardCode())
        let answer = try await site.post("/op/token", form, fields: try ProofMaker.field(try maker.sign(claims)))
        #expect(try (answer.status, answer.object()["token_type"]?.string) == (.ok, "DPoP"))
    }

    @Test func `a proof must be signed by the public key in it`() async throws {
        let maker = try ProofMaker(site)
        let other = try StrictJSON.object(in: try ProofMaker(site).key.publicKey.jsonData)
        let secret = try StrictJSON.object(in: maker.key.privateJSONData)
        let spoilers: [(inout [String: JSONValue]) -> Void] = [
            { $0["typ"] = .string("JWT") }, { $0["typ"] = nil }, { $0["jwk"] = nil }, { $0["jwk"] = .object(other) },
            { $0["jwk"] = .object(secret) }, { $0["alg"] = .string("none") }, { $0["alg"] = .string("HS256") },
            { $0["alg"] = .string("EdDSA") }, { $0["crit"] = .texts(["x"]) },
            { $0["jwk"] = .object(["kty": .string("oct"), "k": .string("AAAA")]) },
        ]
        for spoil in spoilers {
            let proof = try maker.sign(maker.claims(at: "/op/token"), spoiling: spoil)
            #expect(DPoPProof(proof) == nil)
        }
        var fields = try maker.field(at: "/op/token")
        if let name = HTTPField.Name("DPoP") {
            fields.append(HTTPField(name: name, value: try maker.sign(maker.claims(at: "/op/token"))))
        }
        let answer = try await site.post("/op/token", .standardRedeeming("x"), fields: fields)
        #expect(answer.errorCode == "invalid_dpop_proof")
    }

    @Test func `of 64 requests with one proof one is let in`() async throws {
        let site = try Site()
        let fields = try ProofMaker(site).field(at: "/op/token")
        let form = FormParameters.standardRedeeming(try await site.standardCode())
        let answers = try await race(64) { try await site.post("/op/token", form, fields: fields) }
        #expect(answers.filter { $0.status == .ok }.count == 1)
        #expect(answers.filter { $0.errorCode == "invalid_grant" }.count == 63)
        let next = FormParameters.standardRedeeming(try await site.standardCode())
        #expect(try await site.post("/op/token", next, fields: fields).errorCode == "invalid_dpop_proof")
    }

    @Test func `a proof is used up by a refused request that showed the grant`() async throws {
        let site = try Site()
        let maker = try ProofMaker(site)
        let code = FormParameters.standardRedeeming(try await site.standardCode())
        let first = try await site.post("/op/token", code, fields: try maker.field(at: "/op/token"))
        let refreshing = FormParameters.standardRefreshing(try #require(try first.object()["refresh_token"]?.string))
        let proof = try maker.field(at: "/op/token")
        let refused = try await site.post("/op/token", refreshing.with("scope", "orders.burn"), fields: proof)
        #expect(refused.errorCode == "invalid_scope")
        #expect(try await site.post("/op/token", refreshing, fields: proof).errorCode == "invalid_dpop_proof")
        let another = try maker.field(at: "/op/token")
        #expect(try await site.post("/op/token", refreshing, fields: another).status == .ok, "the grant goes on")
    }

    @Test func `a nonce is good for five minutes at least, and for ten at most`() {
        let key = [UInt8](repeating: 7, count: 32)
        func nonces(_ seconds: TimeInterval) -> DPoPNonces {
            DPoPNonces(key: key, now: Date(timeIntervalSince1970: seconds))
        }
        let nonce = nonces(299).current
        #expect(nonces(599).accepts(nonce))
        #expect(!nonces(600).accepts(nonce))
    }
}
