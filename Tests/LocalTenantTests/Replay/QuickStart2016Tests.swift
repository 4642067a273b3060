// SPDX-License-Identifier: Apache-2.0
@testable import TenantFixtures

/// The QuickStart app of 2016 as NXOAuth2Client put it on the wire: no state, no nonce, no proof key, an empty secret,
/// token requests as multipart.
@Suite struct QuickStart2016Tests {
    let site: Site

    init() throws { site = try Site(asksForConsent: true) }

    static let redirectURI = "urn:ietf:wg:oauth:2.0:oob"
    static let graph = "https://graph.microsoft.com"
    /// The list in the app's own source.
    static let appScope =
        "openid offline_access \(graph)/User.Read \(graph)/User.Read.All \(graph)/Directory.Read.All "
        + "\(graph)/Directory.AccessAsUser.All"
    static let filter = "/users?%24filter=startswith%28givenName%2C%20%27A%27%29"

    /// Loads an address as the app's web view does, and takes the person through the pages.
    private func signIn(_ username: String, asking scope: String) async throws -> Answer {
        var browser = Browser(site)
        let query = [
            "response_type=code", "client_id=\(Site.clientID)",
            "redirect_uri=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob", "scope=\(FormParameters.encoded(scope))",
        ].joined(separator: "&")
        let picker = try await browser.get("//common/oauth2/v2.0/authorize?\(query)")
        #expect(picker.form.action == "/common/login", "the app shows its web view for this address")
        let password = try await browser.submit(picker, ["username": username])
        let page = try await browser.submit(password, ["username": username, "password": "watchword"])
        return page.asksForConsent ? try await browser.submit(page, ["answer": "accept"]) : page
    }

    /// Sends a token request as `NSURLRequest` of the library does.
    private func token(_ form: FormParameters) async throws -> Answer {
        let boundary = "----------------------------nxoauth2client"
        var body = ""
        for pair in form.pairs {
            body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(pair.name)\"\r\n\r\n\(pair.value)\r\n"
        }
        return try await site.send(
            .post, "//common/oauth2/v2.0/token",
            fields: [.contentType: "multipart/form-data; boundary=\(boundary)"],
            body: Data("\(body)--\(boundary)--\r\n".utf8))
    }

    private func redeem(_ answer: Answer) async throws -> Answer {
        try await token([
            "grant_type": "authorization_code", "client_id": Site.clientID, "client_secret": "",
            "redirect_uri": Self.redirectURI, "code": try #require(answer.carried["code"]),
        ])
    }

    @Test func `the answer is a redirect in which the app finds its code`() async throws {
        let answer = try await signIn("tobias.weiss@aldervale.example", asking: Self.appScope)
        #expect(answer.status == .found)
        let location = try #require(answer.location)
        #expect(location.hasPrefix("urn:ietf:wg:oauth:2.0:oob?code="))
        #expect(answer.carried.pairs.map(\.name) == ["code", "session_state"])
        // The library drops a pair that splits into more than two at `=`.
        let pairs = location.split(separator: "?")[1].split(separator: "&")
        #expect(pairs.allSatisfy { $0.split(separator: "=").count == 2 })
    }

    @Test func `from sign-in to the search for people`() async throws {
        let answer = try await redeem(try await signIn("tobias.weiss@aldervale.example", asking: Self.appScope))
        #expect(answer.status == .ok)
        let reply = try answer.object()
        #expect(reply["token_type"]?.string == "Bearer")
        let claims = try await site.claims(of: reply["access_token"])
        #expect(claims["scp"]?.string == "User.Read User.Read.All Directory.Read.All Directory.AccessAsUser.All")
        let found = try await site.graph(Self.filter, token: try #require(reply["access_token"]?.string))
        #expect(found.status == .ok)
        let people = try #require(try found.object()["value"]?.array?.compactMap(\.object))
        #expect(people.contains { $0["userPrincipalName"]?.string == "ana.silva@aldervale.example" })
        #expect(people.allSatisfy { $0["givenName"]?.string?.lowercased().hasPrefix("a") == true })
        for name in ["userPrincipalName", "displayName", "mail", "businessPhones", "mobilePhone"] {
            #expect(people.allSatisfy { $0[name] != nil })
        }
        let refreshed = try await token([
            "grant_type": "refresh_token", "client_id": Site.clientID, "client_secret": "",
            "refresh_token": try #require(reply["refresh_token"]?.string), "scope": Self.appScope,
        ])
        #expect(try (refreshed.status, refreshed.scopes) == (.ok, answer.scopes))
    }

    @Test func `most users must ask an administrator first`() async throws {
        let page = try await signIn("ana.silva@aldervale.example", asking: Self.appScope)
        #expect(page.text.contains("Need admin approval"))
    }

    static let tutorials: [(scope: String, finds: Bool)] = [
        ("offline_access User.ReadBasic.All", true), ("openid offline_access User.Read", false),
    ]

    /// The languages of the tutorial name different permissions; only one of them is enough for the search.
    @Test(arguments: tutorials)
    func `the scopes of the tutorial`(scope: String, finds: Bool) async throws {
        let reply = try await redeem(try await signIn("ana.silva@aldervale.example", asking: scope)).object()
        #expect(reply["refresh_token"] != nil)
        let found = try await site.graph(Self.filter, token: try #require(reply["access_token"]?.string))
        #expect(found.status == (finds ? .ok : .forbidden))
        #expect(try (found.object()["value"]?.array?.isEmpty == false) == finds)
        #expect(found.text.contains("Authorization_RequestDenied") != finds)
    }
}
