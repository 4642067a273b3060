// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

/// The tenant is called `http://127.0.0.1:4400` here, and answers at `localhost` and `[::1]` as well.
@Suite struct IssuerHostTests: SiteSuite {
    private static let pages: HTTPFields = [.accept: "text/html,application/xhtml+xml,*/*;q=0.8"]
    let site: Site

    @Test(arguments: [
        "/", "/inbox", "/inbox?to=a%40b", "/common/oauth2/v2.0/authorize?client_id=a&state=%26", "/op/authorize?a=b",
        "//evil.example/", "/common/v2.0/.well-known/openid-configuration",
    ])
    func `a page requested at another name redirects to the issuer's`(_ path: String) async throws {
        for host in ["localhost:4400", "LOCALHOST:4400", "[::1]:4400"] {
            let answer = try await site.send(.get, path, fields: Self.pages, to: host)
            #expect((answer.status, answer.location) == (.found, "http://127.0.0.1:4400\(path)"))
            #expect(answer["Cache-Control"] == "no-store")
        }
    }

    @Test func `a browser at the issuer's name, a form and a program stay where they are`() async throws {
        #expect(try await site.send(.get, "/", fields: Self.pages).status == .ok)
        let form = try await site.send(.post, "/common/oauth2/v2.0/authorize", fields: Self.pages, to: "localhost:4400")
        #expect(form.location == nil)
        for fields: HTTPFields in [[:], [.accept: "*/*"], [.accept: "application/json"]] {
            #expect(try await site.send(.get, "/", fields: fields, to: "localhost:4400").status == .ok)
        }
    }

    @Test(arguments: [
        "/common/v2.0/.well-known/openid-configuration", "/op/.well-known/openid-configuration",
        "/\(Site.customersDomain)/v2.0/.well-known/openid-configuration?p=b2c_1_susi",
    ])
    func `metadata requested at another name states the right one`(_ path: String) async throws {
        let own = try await site.send(.get, path).object()
        #expect(own[IssuerHost.note] == nil)
        var other = try await site.send(.get, path, to: "localhost:4400").object()
        let note = try #require(other.removeValue(forKey: IssuerHost.note)?.string)
        #expect(note.contains("at localhost:4400;") && note.hasSuffix("at http://127.0.0.1:4400\(path)"))
        #expect(other == own)
    }

    @Test func `no redirect behind a proxy or for a public name`() async throws {
        for base in ["https://localhost:8443", "http://login.test:4400"] {
            let address = ServerAddress(port: 4400)
            var settings = TenantSettings(
                address: address, names: ServerNames(address, base: BaseURL(base)),
                signingKey: try Site.signingKey.get())
            settings.now = { [clock = site.clock] in clock.now }
            let proxied = try Site(platform: try IdentityPlatform(settings))
            for host in ["127.0.0.1:4400", "localhost:4400"] {
                #expect(try await proxied.send(.get, "/", fields: Self.pages, to: host).status == .ok)
            }
        }
    }
}
