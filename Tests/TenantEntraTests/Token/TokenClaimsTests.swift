// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct TokenClaimsTests: SiteSuite {
    let site: Site

    private static let issuer = "http://127.0.0.1:4400/\(Site.tenantID)/v2.0"
    private static let ana = "b42f7609-ea53-47c8-b315-8ab13e34f58e"

    @Test func `an ID token says who signed in, to whom and when`() async throws {
        let claims = try await site.claims(of: try await site.tokens()["id_token"])
        #expect(
            Set(claims.keys) == [
                "aud", "iss", "iat", "nbf", "exp", "name", "nonce", "oid", "preferred_username", "sub", "tid", "uti",
                "ver", "email", "aio", "rh",
            ])
        #expect(claims.texts("aud", "iss", "tid", "oid") == [Site.clientID, Self.issuer, Site.tenantID, Self.ana])
        #expect(claims.texts("ver", "nonce", "name") == ["2.0", "nonce-1", "Ana Silva"])
        #expect(claims["preferred_username"]?.string == "ana.silva@aldervale.example")
        #expect((claims["email"]?.string, claims["iat"]) == ("ana.silva@aldervale.example", .number("1767225600")))
        #expect((claims["nbf"], claims["exp"]) == (.number("1767225600"), .number("1767229200")))
    }

    static let optional: [(String, Set<String>)] = [
        ("openid User.Read", []), ("openid email User.Read", ["email"]),
        ("openid profile User.Read", ["name", "oid", "preferred_username", "tid"]),
    ]

    @Test(arguments: optional)
    func `profile and email decide how much it says`(scope: String, more: Set<String>) async throws {
        let request = FormParameters.goodRequest.with("scope", scope).without("nonce")
        let claims = try await site.claims(of: try await site.tokens(for: request)["id_token"])
        #expect(Set(claims.keys) == more.union(["aud", "iss", "iat", "nbf", "exp", "sub", "uti", "ver", "aio", "rh"]))
    }

    @Test func `a person without mail has no email claim`() async throws {
        let claims = try await site.claims(of: try await site.tokens(as: "owen.treharne")["id_token"])
        #expect((claims["email"], claims["name"]?.string) == (nil, "Owen Treharne"))
    }

    @Test func `an access token for Graph has the first form`() async throws {
        let claims = try await site.claims(of: try await site.tokens()["access_token"])
        #expect(claims.texts("aud", "iss") == [RegisteredApp.graphID, "https://sts.windows.net/\(Site.tenantID)/"])
        #expect(claims.texts("ver", "appid", "appidacr", "scp") == ["1.0", Site.clientID, "0", "User.Read.All"])
        #expect(claims.texts("oid", "tid", "upn") == [Self.ana, Site.tenantID, "ana.silva@aldervale.example"])
        #expect((claims["given_name"]?.string, claims["azp"], claims["nonce"]) == ("Ana", nil, nil))
    }

    static let profiles = [
        ("openid", "openid"), ("openid profile email offline_access", "openid profile email"),
        ("openid profile User.Read", "User.Read"),
    ]

    @Test(arguments: profiles)
    func `where no API is asked for, the token is for one's own profile`(asked: String, told: String) async throws {
        let tokens = try await site.tokens(for: .goodRequest.with("scope", asked))
        #expect(try await site.claims(of: tokens["access_token"]).texts("aud", "scp") == [RegisteredApp.graphID, told])
    }

    @Test func `an access token for the task API has the second form`() async throws {
        let request = FormParameters.goodRequest.with("scope", "openid api://tasks/Tasks.ReadWrite")
        let claims = try await site.claims(of: try await site.tokens(for: request)["access_token"])
        #expect(claims.texts("aud", "iss", "ver", "azp") == [SampleApp.tasksID, Self.issuer, "2.0", Site.clientID])
        #expect(claims.texts("azpacr", "scp", "oid", "tid") == ["0", "Tasks.ReadWrite", Self.ana, Site.tenantID])
        #expect((claims["preferred_username"]?.string, claims["appid"]) == ("ana.silva@aldervale.example", nil))
    }

    @Test func `each app knows a person by another subject, always the same`() async throws {
        let other = RegisteredApp.sample()
        try await site.add(other)
        let request = FormParameters.goodRequest.with("scope", "openid User.Read")
        let first = try await site.tokens(for: request)
        let again = try await site.tokens(for: request)
        let elsewhere = try await site.tokens(for: request.with("client_id", other.id))
        let somebody = try await site.tokens(for: request, as: "ana.silva2")
        var subjects: [String?] = []
        for token in [
            first["id_token"], again["id_token"], elsewhere["id_token"], somebody["id_token"], first["access_token"],
        ] { subjects.append(try await site.claims(of: token)["sub"]?.string) }
        #expect(subjects[0] == subjects[1])
        #expect(Set(subjects).count == 4)
        #expect(!subjects.contains(Self.ana))
    }

    @Test func `a token through a shared endpoint names the person's directory`() async throws {
        let form = FormParameters.redeeming(try await site.code())
        let reply = try await site.token(form, at: "/common/oauth2/v2.0/token").object()
        #expect(try await site.claims(of: reply["id_token"])["iss"]?.string == Self.issuer)
    }
}
