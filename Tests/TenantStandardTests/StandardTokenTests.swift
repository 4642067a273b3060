// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantStandard

@Suite struct StandardTokenTests: SiteSuite {
    let site: Site

    @Test func `a code gives tokens that say what the specifications ask for`() async throws {
        let answer = try await site.post("/op/token", .standardRedeeming(try await site.standardCode()))
        #expect(answer.fields[.cacheControl] == "no-store")
        let tokens = try answer.object()
        #expect(tokens["token_type"] == .string("Bearer"))
        #expect(tokens["scope"] == .string("openid profile offline_access"))
        let person = try await site.person("ana.silva")
        let (idHeader, id) = try await site.standardClaims(of: tokens["id_token"]?.string)
        #expect(idHeader.algorithm == .rs256)
        #expect((id["iss"], id["aud"]) == (.string("http://127.0.0.1:4400/op"), .string(StandardSampleClient.nativeID)))
        #expect((id["sub"], id["nonce"]) == (.string(person.id), .string("nonce-1")))
        #expect(id["sid"]?.string?.isEmpty == false)
        let access = try #require(tokens["access_token"]?.string)
        #expect(id["at_hash"] == .string(TokenAlgorithm.rs256.halfHash(of: access)))
        let (header, claims) = try await site.standardClaims(of: access)
        #expect(header.type == "at+jwt")
        #expect(claims["client_id"] == .string(StandardSampleClient.nativeID))
        #expect((claims["aud"], claims["scope"]) == (.string("http://127.0.0.1:4400/op"), tokens["scope"]))
        #expect(claims["jti"]?.string?.isEmpty == false)
    }

    @Test func `a code without offline_access gives no refresh token`() async throws {
        #expect(try await Site().standardTokens("openid")["refresh_token"] == nil)
    }

    @Test func `an exchanged token expires with its subject token, as expires_in states`() async throws {
        let subject = try await site.standardTokens("openid \(StandardSampleClient.apiScope)")
        #expect(subject["expires_in"] == .integer(600))
        site.clock.advance(by: .seconds(400))
        let answer = try await site.post(
            "/op/token",
            [
                "grant_type": ClientMetadata.GrantType.tokenExchange.rawValue, "client_id": StandardSampleClient.apiID,
                "client_secret": StandardSampleClient.apiSecret, "subject_token": subject["access_token"]?.string ?? "",
                "subject_token_type": SecurityToken.accessTokenType,
            ])
        let exchanged = try answer.object()
        #expect(exchanged["expires_in"] == .integer(200), "\(answer.text)")
        let (_, before) = try await site.standardClaims(of: subject["access_token"]?.string)
        let (_, claims) = try await site.standardClaims(of: exchanged["access_token"]?.string)
        #expect(claims["exp"] == before["exp"])
    }

    static let refusals: [StandardRefusal] = [
        .init("no grant type", "invalid_request") { $0.without("grant_type") },
        .init("an unknown grant type", "unsupported_grant_type") { $0.with("grant_type", "password") },
        .init("a grant type that is not registered", "unauthorized_client") {
            $0.with("grant_type", "client_credentials")
        },
        .init("no client", "invalid_client") { $0.without("client_id") },
        .init("an unknown client", "invalid_client") { $0.with("client_id", "nobody") },
        .init("a secret of a public client", "invalid_client") { $0.with("client_secret", "x") },
        .init("a confidential client without its secret", "invalid_client") {
            $0.with("client_id", StandardSampleClient.webID)
        },
        .init("another client", "invalid_grant") { $0.ofWebApp },
        .init("no code", "invalid_request") { $0.without("code") },
        .init("a doubled code", "invalid_request") { $0.adding("code", "x") },
        .init("another code", "invalid_grant") { $0.with("code", "x") },
        .init("no redirect URI", "invalid_request") { $0.without("redirect_uri") },
        .init("another redirect URI", "invalid_grant") { $0.with("redirect_uri", "http://127.0.0.1:49153/callback") },
        .init("no verifier", "invalid_grant") { $0.without("code_verifier") },
        .init("another verifier", "invalid_grant") { $0.with("code_verifier", String(repeating: "a", count: 43)) },
        .init("the challenge as verifier", "invalid_grant") {
            $0.with("code_verifier", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        },
    ]

    @Test(arguments: refusals) func `a code is valid for one request only`(_ refusal: StandardRefusal) async throws {
        let good = FormParameters.standardRedeeming(try await site.standardCode())
        let answer = try await site.post("/op/token", refusal.change(good))
        #expect(answer.errorCode == refusal.error, "\(answer.text)")
        #expect(answer.status == (refusal.error == "invalid_client" ? .unauthorized : .badRequest))
        #expect((answer.fields[.wwwAuthenticate] != nil) == (answer.status == .unauthorized))
        #expect(answer.fields[.cacheControl] == "no-store")
    }

    private static let endpoints = ["token", "par", "revoke", "introspect", "device_authorization"]

    /// Content that cannot be read, with the status of the refusal: 400 by RFC 6749 §5.2, 413 by RFC 9126 §2.3.
    private static let contents: [(type: String?, content: String, status: HTTPResponse.Status)] = [
        ("application/json", #"{"grant_type":"x"}"#, .badRequest), ("text/plain", "grant_type=x", .badRequest),
        (nil, "grant_type=x", .badRequest), (";", "grant_type=x", .badRequest),
        ("multipart/mixed; boundary=b", "--b--", .badRequest), ("multipart/form-data", "--b--", .badRequest),
        ("application/x-www-form-urlencoded", "grant_type=%", .badRequest),
        ("application/x-www-form-urlencoded", "a=" + String(repeating: "b", count: 256 << 10), .contentTooLarge),
        ("application/x-www-form-urlencoded", String(repeating: "a&", count: 1001), .contentTooLarge),
    ]

    @Test(arguments: endpoints, contents.indices)
    func `content that is no form is an invalid request`(_ endpoint: String, _ index: Int) async throws {
        let (type, content, status) = Self.contents[index]
        var fields: HTTPFields = [:]
        fields[.contentType] = type
        let answer = try await site.send(.post, "/op/\(endpoint)", fields: fields, body: Data(content.utf8))
        #expect(answer.status == status && answer.errorCode == "invalid_request", "\(answer.text)")
        let text = try answer.object()["error_description"]?.string ?? ""
        #expect(text.contains(status == .badRequest ? "x-www-form-urlencoded" : "more than") || text.contains("longer"))
    }

    @Test func `a form at the limit is read`() async throws {
        let fields: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        for content in ["a=" + String(repeating: "b", count: (256 << 10) - 2), String(repeating: "a&", count: 999)] {
            let answer = try await site.send(.post, "/op/token", fields: fields, body: Data(content.utf8))
            #expect(answer.status == .unauthorized && answer.errorCode == "invalid_client")
        }
    }

    @Test func `another client's try does not spoil a code`() async throws {
        let good = FormParameters.standardRedeeming(try await site.standardCode())
        #expect(try await site.post("/op/token", good.ofWebApp).errorCode == "invalid_grant")
        #expect(try await site.post("/op/token", good).status == .ok)
    }

    @Test func `a code lives a minute`() async throws {
        let (early, late) = (try await site.standardCode(), try await site.standardCode())
        site.clock.advance(by: .seconds(59))
        #expect(try await site.post("/op/token", .standardRedeeming(early)).status == .ok)
        site.clock.advance(by: .seconds(1))
        #expect(try await site.post("/op/token", .standardRedeeming(late)).errorCode == "invalid_grant")
    }

    @Test func `a verifier for a request without a challenge is refused`() async throws {
        let code = try await site.standardCode(for: .webRequest)
        let form = FormParameters.webRedeeming(code).with("code_verifier", FormParameters.goodVerifier)
        #expect(try await site.post("/op/token", form).errorCode == "invalid_grant")
    }

    // RFC 6749 §4.1.2
    @Test func `a code that comes twice ends everything from it`() async throws {
        let form = FormParameters.standardRedeeming(try await site.standardCode())
        let tokens = try await site.post("/op/token", form).object()
        let access = try #require(tokens["access_token"]?.string)
        #expect(try await site.userInfo(access).status == .ok)
        #expect(try await site.post("/op/token", form).errorCode == "invalid_grant")
        #expect(try await site.userInfo(access).status == .unauthorized)
        let refresh = try #require(tokens["refresh_token"]?.string)
        #expect(try await site.post("/op/token", .standardRefreshing(refresh)).errorCode == "invalid_grant")
    }

    @Test func `of 64 who redeem a code at once one gets tokens, and they are dead`() async throws {
        let form = FormParameters.standardRedeeming(try await site.standardCode())
        let answers = try await race(64) { try await site.post("/op/token", form) }
        let good = answers.filter { $0.status == .ok }
        #expect(good.count == 1)
        #expect(answers.filter { $0.errorCode == "invalid_grant" }.count == 63)
        let access = try #require(try good.first?.object()["access_token"]?.string)
        #expect(try await site.userInfo(access).status == .unauthorized)
    }
}
