// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantFixtures

/// A wrong `Host` is refused on every endpoint, before anything else is looked at (DNS rebinding).
@Suite struct HostTests {
    static let wrongHosts: [String?] = [
        nil, "", "evil.example", "evil.example:4400", "127.0.0.1", "localhost", "127.0.0.1:4401",
        "localhost:4400.evil.example", "127.0.0.1.nip.io:4400", "localhost.:4400", "someone@localhost:4400",
        "0.0.0.0:4400", "[::2]:4400", "::1:4400", "127.0.0.1:4400,evil.example", "127.0.0.1:04400x", "localhost :4400",
        "127.0.0.1:", "2130706433:4400",
    ]

    @Test(arguments: wrongHosts) func `every endpoint refuses the host`(_ host: String?) async throws {
        let site = try Site()
        let routes = site.platform.router().routes
        #expect(routes.count >= 15)
        let unsupported = Set(routes.map(\.path)).map { (method: HTTPRequest.Method.trace, path: $0) }
        for route in routes.map({ (method: $0.method, path: $0.path) }) + unsupported {
            let path = "\(route.path)".replacing("{tenant}", with: Site.tenantID).replacing("{who}", with: "x")
                .replacing(":tenant", with: Site.tenantID).replacing(":who", with: "x")
            let answer = try await site.send(route.method, path, to: host)
            #expect(answer.status == .misdirectedRequest, "\(route.method) \(path)")
            #expect(answer["Set-Cookie"] == nil && !answer.text.contains("aldervale"))
        }
        #expect(try await site.send(.get, "/nowhere", to: host).status == .misdirectedRequest)
        #expect(try await site.send(.options, "/", to: host).status == .misdirectedRequest)
    }

    @Test(arguments: ["127.0.0.1:4400", "evil.example", ""])
    func `a second host is refused, whichever it is`(_ second: String) async throws {
        let name = try #require(HTTPField.Name("Host"))
        let answer = try await Site().send(.get, "/", fields: [name: second])
        #expect(answer.status == .badRequest && !answer.text.contains("aldervale"))
    }

    @Test(arguments: ["127.0.0.1:4400", "localhost:4400", "LOCALHOST:4400", "[::1]:4400"])
    func `accepts all names of loopback`(_ host: String) async throws {
        let answer = try await Site().send(.get, "/", to: host)
        #expect(answer.status == .ok && answer.text.contains("</html>"))
    }
}
