// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

@testable import SignInTesting

/// A sign-out at the demo's tenant, of which the page tells the app in a frame.
@Suite(.timeLimit(.minutes(3))) struct DemoSignOutTests {
    /// One browser: the app has its cookies, and the tenant has its own.
    private struct Browser {
        var app: PageVisitor
        private let tenant: String
        private var provider: ScriptedBrowser

        init(of demo: RunningDemo.Report, over transport: any Transport) {
            app = PageVisitor(at: demo.web, over: transport)
            tenant = demo.tenant
            provider = ScriptedBrowser(transport: transport)
        }

        /// Follows the tenant's pages as a person; gives the address elsewhere, or the last page.
        private mutating func walk(from address: String, as username: String) async throws -> ScriptedBrowser.Place {
            var place = try await provider.get(try #require(URL(string: address)))
            for _ in 0..<10 {
                switch place {
                case .elsewhere(let url) where !url.absoluteString.hasPrefix(tenant): return place
                case .elsewhere(let url): place = try await provider.get(url)
                case .page(let page) where !page.hasForm: return place
                case .page(let page):
                    place = try await provider.post(
                        page.form(filledWith: .init(username: username, password: "watchword")))
                }
            }
            throw ScriptedUserAgentError(message: "the tenant's pages lead in a circle")
        }

        mutating func signIn(as username: String) async throws {
            let start = try await app.get("/sign-in?registration=myGraphService&return=/accounts", .link)
            guard case .elsewhere(let answer) = try await walk(from: start.location, as: username) else {
                throw ScriptedUserAgentError(message: "the tenant does not lead back to the app")
            }
            #expect(try await app.get(answer.absoluteString, .elsewhere).location == "/accounts")
        }

        /// The addresses of the frames on the tenant's last page of a sign-out.
        mutating func signOutAtTenant(as username: String) async throws -> [String] {
            guard case .page(let page) = try await walk(from: "\(tenant)/common/oauth2/v2.0/logout", as: username)
            else { throw ScriptedUserAgentError(message: "the tenant leads elsewhere") }
            return page.html.matches(of: #/<iframe [^>]*src="([^"]*)"/#).map {
                String($0.1).replacing("&amp;", with: "&")
            }
        }

        mutating func isSignedIn() async throws -> Bool {
            try await app.get("/accounts", .link).text.contains("action=\"/sign-out\"")
        }
    }

    @Test(arguments: [false, true])
    func `a sign-out at the tenant ends the session of that browser in the app, also after a reset`(
        _ isReset: Bool
    ) async throws {
        try await RunningDemo.run { demo in
            try await withSystemTransport { transport in
                let tenant = try #require(URL(string: demo.report.tenant))
                if isReset { try await TenantAdministration(over: transport, at: tenant).reset() }
                let username = try #require(demo.report.people.first).username
                var desk = Browser(of: demo.report, over: transport)
                var phone = Browser(of: demo.report, over: transport)
                try await desk.signIn(as: username)
                try await phone.signIn(as: username)
                let frames = try await desk.signOutAtTenant(as: username)
                #expect(frames.count == 1 && frames.allSatisfy { $0.hasPrefix(demo.report.web) }, "\(frames)")
                #expect(try await desk.isSignedIn())
                // A frame of another site has no cookie of the app.
                var frame = PageVisitor(at: demo.report.web, over: transport)
                for address in frames { try await frame.get(address, .elsewhereWithoutClick) }
                #expect(try await !desk.isSignedIn())
                #expect(try await phone.isSignedIn(), "another browser's session stays")
            }
        }
    }
}
