// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantControl
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantStandard

@Suite struct TokenMintTests: SiteSuite {
    let site: Site

    private func claims(
        _ json: String, at site: Site, of authority: String = Site.tenantID
    ) async throws -> [String: JSONValue] {
        let answer = try await site.control(.post, "tokens", json)
        try #require(answer.status == .created, "\(answer.text)")
        return try await site.claims(of: answer.object()["token"], at: authority)
    }

    @Test func `a test token has the same claims as a token of a sign-in`() async throws {
        let real = try await site.tokens(
            for: .goodRequest.with("scope", "openid profile email \(SampleApp.tasksURI)/\(SampleApp.tasksScope)"))
        for (member, use) in [("access_token", "access"), ("id_token", "id")] {
            let json =
                #"{"use":"\#(use)","person":"ana.silva@aldervale.example","api":"api://tasks","#
                + #""scope":"Tasks.ReadWrite","nonce":"nonce-1"}"#
            var (made, given) = (try await claims(json, at: site), try await site.claims(of: real[member]))
            #expect(made.keys.sorted() == given.keys.sorted(), "\(member)")
            // What is random: each token has its own.
            for name in ["uti", "exp", "aio", "rh", "xms_ftd"] { (made[name], given[name]) = (nil, nil) }
            #expect(made == given, "\(member)")
        }
    }

    @Test func `a customer's token says what the token of a user flow says`() async throws {
        let real = try await site.flowTokens()
        let made = try await claims(
            #"{"use":"id","person":"ines.kallio@mailbox.example","nonce":"nonce-1"}"#, at: site,
            of: "\(Site.customersID)/b2c_1_susi")
        #expect(Set(made.keys).isSubset(of: Set(try await site.flowClaims(of: real["id_token"]).keys)))
        #expect(
            made["tfp"]?.string == "B2C_1_susi" && made["emails"]?.array == [.string("ines.kallio@mailbox.example")])
    }

    @Test func `an app's token has the requested lifetime, roles, and claims`() async throws {
        let made = try await claims(
            #"{"roles":["A","B"],"lifetime":60,"claims":{"wids":["x"],"n":7,"ver":"3.0"},"version":2}"#, at: site)
        #expect(made["roles"]?.array == [.string("A"), .string("B")] && made["scp"] == nil)
        #expect(made["exp"]?.double == site.clock.now.timeIntervalSince1970 + 60)
        #expect(made["wids"]?.array == [.string("x")] && made["n"] == .number("7") && made["ver"]?.string == "3.0")
        #expect(made["azp"]?.string == SampleApp.nightlyReportID)
    }

    @Test(arguments: [(1, "https://sts.windows.net/"), (2, "http://127.0.0.1:4400/")])
    func `both forms of access tokens can be asked for`(_ version: Int, _ issuer: String) async throws {
        let made = try await claims(
            #"{"person":"ana.silva@aldervale.example","api":"api://tasks","version":\#(version)}"#, at: site)
        #expect(made["iss"]?.string?.hasPrefix(issuer) == true && made["ver"]?.string == "\(version).0")
    }

    static let refused = [
        (#"{"person":"nobody"}"#, 404), (#"{"person":"ana.silva@aldervale.example","api":"api://x"}"#, 404),
        (#"{"clientId":"x"}"#, 404), (#"{"use":"id"}"#, 400), (#"{"use":"x"}"#, 400), (#"{"lifetime":0}"#, 400),
        (#"{"lifetime":86401}"#, 400), (#"{"version":3}"#, 400), (#"{"broken":"nothing"}"#, 400),
        (#"{"person":"ines.kallio@mailbox.example","userFlow":"x"}"#, 404),
    ]

    @Test(arguments: refused)
    func `a token that cannot be is refused with a reason`(_ json: String, _ status: Int) async throws {
        let answer = try await Site().control(.post, "tokens", json)
        #expect(answer.status.code == status)
        #expect(try answer.object()["detail"]?.string?.isEmpty == false)
    }

    @Test func `Graph refuses a broken token and takes a good one`() async throws {
        let person = #""person":"ana.silva@aldervale.example","scope":"User.Read""#
        func status(_ rest: String) async throws -> Int {
            let token = try await site.control(.post, "tokens", "{\(person)\(rest)}").object()["token"]?.string
            return try await site.graph("/me", token: try #require(token)).status.code
        }
        #expect(try await status("") == 200)
        for kind in ["expired", "wrongKey", "unknownKey", "algNone", "algHS256", "wrongAudience", "tamperedPayload"] {
            #expect(try await status(#","broken":"\#(kind)""#) == 401, "\(kind)")
        }
    }

    private func standard(_ json: String) async throws -> String {
        let answer = try await site.control(.post, "tokens", json)
        try #require(answer.status == .created, "\(answer.text)")
        return try #require(answer.object()["token"]?.string)
    }

    @Test(arguments: [("access", "access_token"), ("id", "id_token")])
    func `a minted token of /op equals that of a sign-in`(_ use: String, _ member: String) async throws {
        let real = try await site.standardTokens("openid profile email")
        let token = try await standard(
            #"{"use":"\#(use)","clientId":"\#(StandardSampleClient.nativeID)","nonce":"nonce-1","#
                + #""person":"ana.silva@aldervale.example"}"#)
        var made = try await site.standardClaims(of: token).claims
        var given = try await site.standardClaims(of: real[member]?.string).claims
        // What is random, and what belongs to the access token of the same response.
        for name in ["jti", "sid", "at_hash"] { (made[name], given[name]) = (nil, nil) }
        #expect(made == given && made["sub"] != nil)
    }

    private static let native =
        #""clientId":"\#(StandardSampleClient.nativeID)","person":"ana.silva@aldervale.example""#

    @Test func `UserInfo and introspection know a token of a client of /op, and no broken one`() async throws {
        let members = #""lifetime":7200,"claims":{"n":7},"scope":"openid profile orders.read""#
        let good = try await standard("{\(Self.native),\(members)}")
        site.clock.advance(by: .seconds(7199))
        #expect(try await site.userInfo(good).object()["name"]?.string == "Ana Silva")
        let asked = try await site.post("/op/introspect", .asking(good)).object()
        #expect(asked["active"] == .boolean(true) && asked["username"]?.string == "ana.silva@\(Site.domain)")
        site.clock.advance(by: .seconds(1))
        #expect(try await site.userInfo(good).status == .unauthorized)
        // The issuer of /op names no directory that a token could come from instead, and access tokens have no nonce.
        for kind in TokenDefect.Kind.allCases where ![.claim, .header, .wrongTenant, .missingNonce].contains(kind) {
            let broken = try await standard("{\(Self.native),\"broken\":\"\(kind.rawValue)\"}")
            #expect(try await site.userInfo(broken).status == .unauthorized, "\(kind)")
        }
        let opaque = try await standard(
            #"{"clientId":"\#(StandardSampleClient.webID)","person":"ana.silva@aldervale.example"}"#)
        #expect(!opaque.contains("."))
        #expect(try await site.userInfo(opaque).status == .ok)
    }

    private static let apis = [
        (#""api":"\#(StandardSampleClient.apiURI)""#, StandardSampleClient.apiURI, "openid profile email orders.read"),
        (#""api":"\#(StandardSampleClient.apiID)","scope":"orders.read""#, StandardSampleClient.apiURI, "orders.read"),
        (#""scope":"openid orders.read""#, nil, "openid orders.read"),
    ]

    @Test(arguments: apis.indices)
    func `a token of a client of /op is for the API that is named`(_ index: Int) async throws {
        let (members, audience, scope) = Self.apis[index]
        let claims = try await site.standardClaims(of: try await standard("{\(Self.native),\(members)}")).claims
        #expect(claims["scope"]?.string == scope && claims["client_id"]?.string == StandardSampleClient.nativeID)
        #expect(claims["aud"] == audience.map(JSONValue.string) ?? .texts(["http://127.0.0.1:4400/op", Self.orders]))
    }

    private static let claimsOfScopes: [(String, Set<String>)] = [
        ("openid", []), ("openid profile", ["name"]), ("openid email", ["email"]),
    ]

    @Test(arguments: claimsOfScopes)
    func `an ID token of /op has the claims of the named scope`(_ scope: String, _ names: Set<String>) async throws {
        let token = try await standard("{\(Self.native),\"use\":\"id\",\"scope\":\"\(scope)\"}")
        let claims = try await site.standardClaims(of: token).claims
        #expect(Set(claims.keys).intersection(["name", "email"]) == names)
    }

    private static let orders = StandardSampleClient.apiURI

    @Test func `a client of /op gets a token for itself`() async throws {
        let claims = try await site.standardClaims(
            of: try await standard(#"{"clientId":"\#(StandardSampleClient.serviceID)","roles":["A"]}"#)
        ).claims
        #expect(claims["sub"]?.string == StandardSampleClient.serviceID && claims["scope"]?.string == "orders.read")
        #expect(claims["roles"] == .texts(["A"]) && claims["acr"] == nil)
    }

    private static let refusedStandard = [
        (#""api":"https://x.example""#, 404), (#""person":"nobody""#, 404), (#""version":2"#, 400),
        (#""person":"ines.kallio@mailbox.example""#, 404), (#""userFlow":"B2C_1_susi""#, 400), (#""lifetime":0"#, 400),
        (#""lifetime":86401"#, 400), (#""use":"id","person":null"#, 400), (#""scope":"","person":null"#, 400),
    ]

    @Test(arguments: refusedStandard)
    func `a token of a client of /op that cannot be is refused`(_ members: String, _ status: Int) async throws {
        let person = members.contains("person") ? "" : #","person":"ana.silva@aldervale.example""#
        let json = #"{"clientId":"\#(StandardSampleClient.nativeID)"\#(person),\#(members)}"#
        let answer = try await site.control(.post, "tokens", json)
        #expect(answer.status.code == status, "\(answer.text)")
        #expect(try answer.object()["detail"]?.string?.isEmpty == false)
    }

    @Test(arguments: [#""broken":"expired""#, #""claims":{"n":7}"#, #""roles":["A"]"#])
    func `an opaque token has no claims to change`(_ members: String) async throws {
        let json = #"{"clientId":"\#(StandardSampleClient.webID)","person":"ana.silva@aldervale.example",\#(members)}"#
        #expect(try await site.control(.post, "tokens", json).status == .conflict)
    }
}
