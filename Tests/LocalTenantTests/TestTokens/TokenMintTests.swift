// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import SignInTesting
import Testing

@testable import LocalTenant
@testable import TenantFixtures

@Suite struct TokenMintTests {
    let site: Site

    init() throws { site = try Site() }

    private func claims(
        _ json: String, at site: Site, of authority: String = Site.tenantID
    ) async throws -> [String: JSONValue] {
        let answer = try await site.control(.post, "tokens", json)
        try #require(answer.status == .created, "\(answer.text)")
        return try await site.claims(of: answer.object()["token"], at: authority)
    }

    @Test func `a token for a test says what the token of a sign-in says`() async throws {
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

    @Test func `an app's token, its lifetime, roles and claims are as asked for`() async throws {
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

    @Test(arguments: refused) func `a token that cannot be is refused with a reason`(
        _ json: String, _ status: Int
    ) async throws {
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
}
