// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantFixtures

@Suite struct UserFlowLogoutTests: SiteSuite {
    let site: Site

    private func signedIn() async throws -> Browser {
        var browser = Browser(site)
        let page = try await browser.open(flow: Site.susi)
        _ = try await browser.press(
            "sign-in", on: page, ["email": "ines.kallio@mailbox.example", "password": "watchword"])
        return browser
    }

    private func isSignedIn(_ browser: inout Browser) async throws -> Bool {
        try await browser.open(flow: Site.susi).status == .found
    }

    static let ways: [(query: String, location: String?)] = [
        ("", nil),
        (
            "?post_logout_redirect_uri=com.example.tasklist://auth&client_id=\(SampleApp.customerTasksID)",
            "com.example.tasklist://auth"
        ),
        ("?post_logout_redirect_uri=http://localhost:7/&state=a%20b", "http://localhost:7/?state=a%20b"),
    ]

    @Test(arguments: ways.indices) func `the next sign-in asks again`(_ index: Int) async throws {
        var browser = try await signedIn()
        #expect(try await isSignedIn(&browser))
        let answer = try await browser.get("\(Site.susi)/logout\(Self.ways[index].query)")
        #expect((answer.location, answer.status) == (Self.ways[index].location, answer.location == nil ? .ok : .found))
        #expect(try await !isSignedIn(&browser))
    }

    @Test(arguments: [
        "https://evil.example/", "com.example.taskwidget://auth&client_id=\(SampleApp.customerTasksID)",
        "http://localhost/&client_id=\(Site.clientID)",
    ])
    func `an unknown address ends the redirect, not the sign-out`(_ uri: String) async throws {
        var browser = try await signedIn()
        let answer = try await browser.get("\(Site.susi)/logout?post_logout_redirect_uri=\(uri)")
        #expect(answer.status == .badRequest && answer.location == nil)
        #expect(answer.flowErrorNumber == 90067)
        #expect(try await !isSignedIn(&browser))
    }

    @Test func `an address that was left empty is told of`() async throws {
        var browser = try await signedIn()
        #expect(try await browser.get("\(Site.susi)/logout?post_logout_redirect_uri=").flowErrorNumber == 90036)
        #expect(try await !isSignedIn(&browser))
    }

    @Test func `POST will do, and other browsers stay signed in`() async throws {
        var (browser, other) = (try await signedIn(), try await signedIn())
        let form: FormParameters = ["post_logout_redirect_uri": "urn:ietf:wg:oauth:2.0:oob"]
        #expect(try await browser.post("\(Site.susi)/logout", form).location == "urn:ietf:wg:oauth:2.0:oob")
        #expect(try await !isSignedIn(&browser))
        #expect(try await isSignedIn(&other))
    }
}
