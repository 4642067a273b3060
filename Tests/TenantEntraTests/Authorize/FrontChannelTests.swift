// SPDX-License-Identifier: Apache-2.0
import SystemCryptography

@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures

/// Tokens from the authorization endpoint. OpenID Connect Core §3.2, §3.3
@Suite struct FrontChannelTests: SiteSuite {
    let site: Site

    static let redirectURI = "http://localhost:5000/signin-oidc"
    static let request: FormParameters = [
        "client_id": SampleApp.webID, "redirect_uri": redirectURI, "response_type": "id_token",
        "scope": "openid profile offline_access", "state": "state-1", "nonce": "nonce-1",
    ]

    private func open(_ request: FormParameters) async throws -> Answer {
        var browser = try await Browser.signedIn(at: site)
        let page = try await browser.open(request)
        return page.asksForConsent ? try await browser.submit(page, ["answer": "accept"]) : page
    }

    static let types: [(String, [String])] = [
        ("id_token", ["id_token", "state", "session_state"]),
        ("code id_token", ["code", "id_token", "state", "session_state"]),
        ("id_token code", ["code", "id_token", "state", "session_state"]),
        (
            "id_token token",
            ["id_token", "access_token", "token_type", "expires_in", "scope", "state", "session_state"]
        ),
        ("token", ["access_token", "token_type", "expires_in", "scope", "state", "session_state"]),
        ("code token", ["code", "access_token", "token_type", "expires_in", "scope", "state", "session_state"]),
        (
            "token id_token code",
            ["code", "id_token", "access_token", "token_type", "expires_in", "scope", "state", "session_state"]
        ),
    ]

    @Test(arguments: types) func `each response type uses the fragment`(type: String, names: [String]) async throws {
        let answer = try await open(Self.request.with("response_type", type))
        #expect(answer.status == .found && answer.location?.hasPrefix("\(Self.redirectURI)#") == true)
        #expect(answer.carried.pairs.map(\.name) == names)
        #expect(answer.carried["token_type"] == (names.contains("access_token") ? "Bearer" : nil))
        let form = try await open(Self.request.with("response_type", type).with("response_mode", "form_post"))
        #expect(form.form.fields.pairs.map(\.name) == names)
    }

    /// RFC 7518 §3.3: RS256 goes with SHA-256.
    private func half(_ text: String?) -> String {
        Base64URL.encode(Array(SHA256.hash(data: Data((text ?? "").utf8)).prefix(16)))
    }

    @Test func `the ID token vouches for the code and the token beside it`() async throws {
        let answer = try await open(Self.request.with("response_type", "code id_token token")).carried
        let claims = try await site.claims(of: answer["id_token"].map(JSONValue.string))
        #expect(claims.texts("c_hash", "at_hash") == [half(answer["code"]), half(answer["access_token"])])
        #expect(claims.texts("nonce", "aud") == ["nonce-1", SampleApp.webID])
        let alone = try await open(Self.request).carried
        let bare = try await site.claims(of: alone["id_token"].map(JSONValue.string))
        #expect(bare["c_hash"] == nil && bare["at_hash"] == nil)
    }

    @Test func `the hash is that of the standard's example`() {
        // OpenID Connect Core, appendix A.4 and A.6.
        #expect(
            TokenHashes(code: "Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk").codeHash
                == "LDktKdoQak3Pk0cnXxCltA")
        #expect(
            TokenHashes(accessToken: "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y").accessTokenHash
                == "77QmUPtjPfzWtF2AnpK9RQ")
    }

    @Test func `an access token is good at UserInfo, and no refresh token is given`() async throws {
        let answer = try await open(Self.request.with("response_type", "id_token token")).carried
        #expect(answer["refresh_token"] == nil && answer["scope"]?.contains("offline_access") == false)
        let token = try #require(answer["access_token"])
        let info = try await site.send(.get, "/oidc/userinfo", fields: [.authorization: "Bearer \(token)"]).object()
        #expect(info["name"]?.string == "Ana Silva")
        #expect(info["email"] == nil, "nobody asked for it")
        let subject = try await site.claims(of: answer["id_token"].map(JSONValue.string))["sub"]
        #expect(info["sub"] == subject)
        #expect(try await site.platform.context.database.read { try RefreshTokenRow.fetchCount($0) } == 0)
    }

    static let refusals: [Spoiled] = [
        Spoiled("the query would carry a token", 70007, "invalid_request") { $0.with("response_mode", "query") },
        Spoiled("the nonce is missing", 90014, "invalid_request") { $0.without("nonce") },
        Spoiled("the nonce is empty", 90014, "invalid_request") { $0.with("nonce", "") },
        Spoiled("an ID token without openid", 70005, "unsupported_response_type") { $0.with("scope", "User.Read") },
        Spoiled("nobody is signed in", 50058, "login_required") { $0.with("prompt", "none") },
    ]

    @Test(arguments: refusals) func `the fragment tells the app that`(_ row: Spoiled) async throws {
        let answer = try await site.visit(row.spoil(Self.request))
        #expect(answer.location?.hasPrefix("\(Self.redirectURI)#error=\(row.error)&") == true)
        #expect(answer.errorNumber == row.number)
    }

    @Test func `an app has only what its registration enables`() async throws {
        var app = RegisteredApp.sample()
        app.implicitGrantSettings.enableIDTokenIssuance = true
        try await site.add(app)
        var browser = try await Browser.signedIn(at: site)
        let request = FormParameters.goodRequest.with("client_id", app.id).with("scope", "openid")
        for (type, isGranted) in [
            ("id_token", true), ("code id_token", true), ("token", false), ("code token", false),
            ("id_token token", false),
        ] {
            let answer = try await browser.open(request.with("response_type", type))
            #expect((answer.errorNumber == 700_054) == !isGranted, "\(type)")
            #expect(isGranted || answer.carried["error"] == "unsupported_response_type")
        }
    }

    @Test(arguments: [("code", "?code="), ("id_token", "#id_token="), ("code id_token", "#code=")])
    func `tokens that no form can carry travel in the fragment`(type: String, begin: String) async throws {
        // No content security policy can name this host: its grammar has no IPv6.
        let address = "https://[2001:db8::1]/signed-in"
        var app = RegisteredApp.sample(redirectURIs: [address])
        app.implicitGrantSettings.enableIDTokenIssuance = true
        try await site.add(app)
        let answer = try await open(
            .goodRequest.with("client_id", app.id).with("redirect_uri", address).with("scope", "openid")
                .with("response_type", type).with("response_mode", "form_post"))
        #expect(answer.location?.hasPrefix(address + begin) == true, "\(answer.text)")
    }

    @Test func `a single-page app must prove itself with S256`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let request = FormParameters.goodRequest.with("client_id", SampleApp.singlePageID)
            .with("redirect_uri", "http://localhost:3000").with("scope", "openid")
        #expect(try await browser.submit(try await browser.open(request), ["answer": "accept"]).carried["code"] != nil)
        for spoiled in [
            request.without("code_challenge").without("code_challenge_method"),
            request.with("code_challenge_method", "plain"), request.without("code_challenge_method"),
        ] { #expect(try await browser.open(spoiled).errorNumber == 9_002_325) }
    }

    @Test func `client_info tells MSAL the account`() async throws {
        let answer = try await site.open(.goodRequest.with("client_info", "1"))
        #expect(answer.carried.pairs.map(\.name) == ["code", "client_info", "state", "session_state"])
        let text = try #require(answer.carried["client_info"])
        let info = try StrictJSON.object(in: Data(try Base64URL.decode(text)))
        #expect(info.texts("uid", "utid") == ["b42f7609-ea53-47c8-b315-8ab13e34f58e", Site.tenantID])
    }

    @Test func `an opener keeps sight of the window`() async throws {
        #expect(try await site.visit(Self.request)["Cross-Origin-Opener-Policy"] == "unsafe-none")
    }
}
