// SPDX-License-Identifier: Apache-2.0
@testable import TenantFixtures

@Suite struct RedirectReplyTests: SiteSuite {
    let site: Site

    static let browserFields = fields(mode: "navigate", destination: "document")

    private static func fields(mode: String?, destination: String?) -> HTTPFields {
        var fields = HTTPFields()
        if let name = HTTPField.Name("Sec-Fetch-Mode") { fields[name] = mode }
        if let name = HTTPField.Name("Sec-Fetch-Dest") { fields[name] = destination }
        return fields
    }

    private func open(_ request: FormParameters, fields: HTTPFields) async throws -> Answer {
        var fields = fields
        let browser = try await Browser.signedIn(at: site)
        let path = "/common/oauth2/v2.0/authorize?\(request.encoded)"
        fields[.cookie] = browser.cookieField(for: path)
        return try await site.send(.get, path, fields: fields)
    }

    @Test func `a browser gets a page with the address to copy`() async throws {
        let answer = try await open(.old(scope: "openid User.Read"), fields: Self.browserFields)
        #expect((answer.status, answer.location, answer["Cache-Control"]) == (.ok, nil, "no-store"))
        #expect(answer["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
        let shown = try #require(answer.text.firstMatch(of: #/<textarea [^>]*readonly[^>]*>([^<]*)</textarea>/#)).1
        let address = shown.replacing("&amp;", with: "&")
        let pattern = #/urn:ietf:wg:oauth:2\.0:oob\?code=1\.A[\w-]{43}&session_state=[0-9a-f-]{36}/#
        #expect(address.wholeMatch(of: pattern) != nil)
        #expect(answer.text.contains(#"<meta http-equiv="refresh" content="1; url=\#(shown)">"#))
        let code = try #require(FormParameters(encoded: address.split(separator: "?")[1])?["code"])
        let form = FormParameters.redeeming(code).without("code_verifier")
            .with("redirect_uri", "urn:ietf:wg:oauth:2.0:oob").adding("client_secret", "")
        #expect(try await site.token(form, at: "/common/oauth2/v2.0/token").status == .ok)
    }

    static let others: [HTTPFields] = [
        [:], fields(mode: "navigate", destination: "iframe"), fields(mode: "cors", destination: "empty"),
        fields(mode: "navigate", destination: nil), fields(mode: nil, destination: "document"),
    ]

    @Test(arguments: others) func `all other requests get the redirect`(_ fields: HTTPFields) async throws {
        let answer = try await open(.old(scope: "User.Read").with("state", "s"), fields: fields)
        #expect(answer.status == .found && answer.location?.hasPrefix("urn:ietf:wg:oauth:2.0:oob?code=") == true)
        #expect(answer.carried.pairs.map(\.name) == ["code", "state", "session_state"])
    }

    @Test func `an error goes the same way, and says so`() async throws {
        let request = FormParameters.old(scope: "No.Such.Scope")
        #expect(try await open(request, fields: [:]).location?.hasPrefix("urn:ietf:wg:oauth:2.0:oob?error=") == true)
        let page = try await open(request, fields: Self.browserFields)
        #expect(page.status == .ok && page.text.contains("The sign-in failed."))
        #expect(page.text.contains("urn:ietf:wg:oauth:2.0:oob?error=invalid_scope"))
        var browser = Browser(site)
        let picker = try await browser.open(.old(scope: "openid"))
        let cancelled = try await browser.submit(picker, ["cancel": "1"], fields: Self.browserFields)
        #expect(cancelled.text.contains("error=access_denied") && cancelled.text.contains("error_subcode=cancel"))
    }

    @Test(arguments: Hostile.texts) func `the state is text on the page`(_ text: String) async throws {
        let page = try await open(.old(scope: "openid").with("state", text), fields: Self.browserFields)
        #expect(page.status == .ok)
        #expect(Hostile.isHarmless(text, in: page.text))
    }

    static let followed = [
        "http://localhost:5151/", "https://login.microsoftonline.com/common/oauth2/nativeclient",
        "msal\(Site.clientID)://auth",
    ]

    @Test(arguments: followed) func `addresses that browsers can follow are redirects`(_ address: String) async throws {
        for fields in [HTTPFields(), Self.browserFields] {
            let answer = try await open(.old(scope: "openid", redirectURI: address), fields: fields)
            #expect(answer.status == .found && answer.location?.hasPrefix("\(address)?code=") == true)
            #expect(answer.carried["session_state"] != nil)
        }
    }
}

@Suite struct NativeClientTests {
    @Test func `an embedded browser ends at a page that shows nothing and fetches nothing`() async throws {
        let answer = try await Site().send(.get, "/common/oauth2/nativeclient?code=1.A&state=s")
        #expect((answer.status, answer.text) == (.ok, "<!doctype html><title>Signed in</title>\n"))
        #expect(answer["Cache-Control"] == "no-store")
    }
}
