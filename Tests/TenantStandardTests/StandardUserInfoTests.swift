// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantStandard

/// OpenID Connect Core §5, RFC 6750.
@Suite struct StandardUserInfoTests: SiteSuite {
    let site: Site

    static let claimsByScope: [(String, Set<String>)] = [
        ("openid", ["sub"]),
        ("openid profile", ["sub", "name", "given_name", "family_name", "preferred_username", "locale"]),
        ("openid email", ["sub", "email", "email_verified"]),
        ("openid phone", ["sub", "phone_number", "phone_number_verified"]), ("openid address", ["sub", "address"]),
    ]

    @Test(arguments: claimsByScope)
    func `each scope opens its claims`(_ scope: String, _ names: Set<String>) async throws {
        let token = try #require(try await site.standardTokens(scope)["access_token"]?.string)
        let claims = try await site.userInfo(token).object()
        #expect(Set(claims.keys) == names)
        #expect(claims["sub"] == .string(try await site.person("ana.silva").id))
    }

    @Test func `individual claims can be requested by name`() async throws {
        let claims =
            #"{"userinfo":{"email":{"essential":true},"name":{"value":"Somebody"},"nickname":null},"#
            + #""id_token":{"given_name":null,"sub":null}}"#
        let code = try await site.standardCode(for: .standardRequest.with("scope", "openid").with("claims", claims))
        let tokens = try await site.post("/op/token", .standardRedeeming(code)).object()
        let token = try #require(tokens["access_token"]?.string)
        #expect(Set(try await site.userInfo(token).object().keys) == ["sub", "email"])
        let (_, id) = try await site.standardClaims(of: tokens["id_token"]?.string)
        #expect((id["given_name"], id["email"]) == (.string("Ana"), nil))
    }

    @Test func `the token may come in a form, and in one way only`() async throws {
        let token = try #require(try await site.standardTokens()["access_token"]?.string)
        let claims = try await site.post("/op/userinfo", ["access_token": token]).object()
        #expect(claims["sub"] == .string(try await site.person("ana.silva").id))
        let both = try await site.post(
            "/op/userinfo", ["access_token": token], fields: [.authorization: "Bearer \(token)"])
        #expect(both.status == .badRequest)
        let query = try await site.send(.get, "/op/userinfo?access_token=\(token)")
        #expect(query.status == .unauthorized)
        #expect(query.fields[values: .wwwAuthenticate].first?.contains("error") == false)
    }

    @Test func `without a token no error is named, with a bad one it is`() async throws {
        let none = try await site.send(.get, "/op/userinfo")
        #expect(none.status == .unauthorized)
        #expect(none.fields[values: .wwwAuthenticate].first?.contains("error") == false)
        let bad = try await site.userInfo("unknown")
        #expect(bad.status == .unauthorized)
        #expect(bad.fields[values: .wwwAuthenticate].first?.contains(#"error="invalid_token""#) == true)
        let id = try #require(try await site.standardTokens()["id_token"]?.string)
        let mistaken = try await site.userInfo(id)
        #expect(mistaken.status == .unauthorized)
        #expect(mistaken.fields[values: .wwwAuthenticate].first?.contains(#"error="invalid_token""#) == true)
    }

    @Test func `a token without openid is refused with 403`() async throws {
        let token = try #require(try await site.standardTokens("profile")["access_token"]?.string)
        let answer = try await site.userInfo(token)
        #expect(answer.status == .forbidden)
        #expect(answer.fields[values: .wwwAuthenticate].first?.contains("insufficient_scope") == true)
    }

    @Test func `a token ends after ten minutes`() async throws {
        let token = try #require(try await site.standardTokens()["access_token"]?.string)
        site.clock.advance(by: .seconds(599))
        #expect(try await site.userInfo(token).status == .ok)
        site.clock.advance(by: .seconds(1))
        let late = try await site.userInfo(token)
        #expect(late.status == .unauthorized)
        #expect(late.fields[values: .wwwAuthenticate].first?.contains(#"error="invalid_token""#) == true)
    }

    @Test func `a client that registered so gets a signed answer`() async throws {
        let code = try await site.standardCode(
            for: .standardRequest.with("client_id", StandardSampleClient.serviceID)
                .with("redirect_uri", "http://127.0.0.1:8090/callback"))
        let form = try FormParameters.standardRedeeming(code).without("client_id")
            .with("redirect_uri", "http://127.0.0.1:8090/callback").asserting(SampleServiceKey.claims(site))
        let tokens = try await site.post("/op/token", form).object()
        let answer = try await site.userInfo(try #require(tokens["access_token"]?.string))
        #expect(answer.fields[.contentType] == "application/jwt")
        let (header, claims) = try await site.standardClaims(of: answer.text)
        #expect(header.algorithm == .ps256)
        #expect((claims["aud"], claims["name"]) == (.string(StandardSampleClient.serviceID), .string("Ana Silva")))
    }
}
