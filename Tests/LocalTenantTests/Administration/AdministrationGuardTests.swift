// SPDX-License-Identifier: Apache-2.0
import ProgramLifecycle

@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct AdministrationGuardTests {
    static let strangers: [(String, String)] = [
        ("Origin", "http://evil.example"), ("Origin", "null"), ("Origin", "http://localhost:3000"),
        ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"),
    ]

    @Test(arguments: strangers)
    func `rejects every request of another site's page`(_ name: String, _ value: String) async throws {
        let site = try Site()
        let field = try #require(HTTPField.Name(name))
        for (method, path) in [(HTTPRequest.Method.get, "/directories"), (.post, "/reset"), (.options, "/apps")] {
            let answer = try await site.administer(method, path, method == .post ? "{}" : nil, fields: [field: value])
            #expect((answer.status, answer["Content-Type"]) == (.forbidden, "application/problem+json"))
            #expect(answer["Access-Control-Allow-Origin"] == nil)
        }
        #expect(try await site.administer(.get, Site.people).object()["count"]?.double == 48)
    }

    static let disguises = [
        "//tessera/v1/apps", "/tessera//v1/apps", "/tessera/v1//apps", "/tessera/v1/apps/", "///tessera///v1///apps//",
        "/./tessera/v1/apps", "/tessera/./v1/apps", "/a/../tessera/v1/apps", "/%74essera/v1/apps",
        "/tessera%2Fv1%2Fapps", "/tessera%2fv1/apps", "/%2E/tessera/v1/apps", "/TESSERA/V1/APPS", "/Tessera/v1/apps",
        "\\tessera\\v1\\apps", "/\\tessera/v1/apps", "http://evil.example/tessera/v1/apps",
        "http://127.0.0.1:4400//tessera/v1/apps", "/tessera/v1/apps;a", "/tessera/v1/apps?a=/", "/tessera/v1/apps#a",
    ]

    @Test(arguments: disguises) func `no other spelling of a path bypasses the gate`(_ path: String) async throws {
        let site = try Site()
        for (name, value) in Self.strangers {
            for method in [HTTPRequest.Method.get, .post] {
                let answer = try await site.send(
                    method, path,
                    fields: [try #require(HTTPField.Name(name)): value, .contentType: "application/json"],
                    body: method == .post ? Data(#"{"displayName":"A"}"#.utf8) : Data())
                #expect(![200, 201, 415].contains(answer.status.code), "\(method) \(path): \(answer.status)")
            }
        }
        let other = try await site.send(.get, path, to: "evil.example")
        #expect(other.status == .misdirectedRequest || path.contains("://"), "\(other.status)")
        #expect(other.status != .ok)
    }

    @Test(arguments: ["//tessera/v1/apps", "/tessera//v1/apps/", "/tessera/v1/sign-ins/../apps"])
    func `no other spelling of an address does without the key`(_ path: String) async throws {
        let (answer, _) = try await ask("127.0.0.1", key: "key-1", authorization: nil, path: path)
        #expect([401, 404].contains(answer.status.code))
    }

    @Test func `the tenant's own pages are let in`() async throws {
        let origin: HTTPFields = [.origin: "http://127.0.0.1:4400"]
        let answer = try await Site().administer(.get, "/directories", fields: origin)
        #expect(answer.status == .ok)
        #expect(try answer.object()["value"]?.array?.isEmpty == false)
    }

    @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a", ""])
    func `only JSON is read, which no form can send`(_ type: String) async throws {
        let site = try Site()
        for path in ["/reset", "/apps", "/import"] {
            let answer = try await site.administer(.post, path, "{}", fields: [.contentType: type])
            #expect(answer.status == .unsupportedMediaType)
            #expect(answer.text.contains("Send JSON with Content-Type: application/json"))
        }
    }

    @Test func `rejects long content`() async throws {
        let answer = try await Site().administer(.post, "/apps", String(repeating: " ", count: 1 << 20) + "{}")
        #expect((answer.status, answer["Content-Type"]) == (.contentTooLarge, "application/problem+json"))
    }

    @Test func `an unsupported method gets a list of the supported ones`() async throws {
        let answer = try await Site().administer(.put, "/health", "{}")
        #expect((answer.status, answer["Allow"]) == (.methodNotAllowed, "GET, HEAD"))
        #expect(try await Site().administer(.get, "/nowhere").status == .notFound)
    }

    @Test func `with a key, only requests that have it are admitted`() async throws {
        for (given, status) in [(nil, 401), ("Bearer wrong", 401), ("Basic key-1", 401), ("Bearer key-1", 200)] {
            let answer = try await ask("127.0.0.1", key: "key-1", authorization: given)
            #expect((answer.0.status.code, answer.0.headerFields.contains(.wwwAuthenticate)) == (status, status == 401))
        }
    }

    @Test func `remote requests need a key`() async throws {
        #expect(try await ask("192.0.2.7", key: nil, authorization: nil).0.status == .notFound)
        #expect(try await ask("192.0.2.7", key: "key-1", authorization: nil).0.status == .unauthorized)
        #expect(try await ask("192.0.2.7", key: "key-1", authorization: "Bearer key-1").0.status == .ok)
    }

    /// A name by which other machines reach a tenant that listens on loopback, behind a proxy: as its base URL, or as
    /// another host.
    private static func named(_ name: String) throws -> [ServerNames] {
        let address = ServerAddress(port: 4400)
        return [
            ServerNames(address, base: BaseURL("https://\(name)")),
            ServerNames(address, others: [try #require(HostAndPort(name, defaultPort: 4400))]),
        ]
    }

    @Test(arguments: ["login.test", "tenant", "192.0.2.7", "0.0.0.0", "localhost.example"])
    func `a name beyond this machine needs the key as well`(_ name: String) async throws {
        for names in try Self.named(name) {
            let closed = try await ask("127.0.0.1", named: names, key: nil, authorization: nil)
            #expect(closed.0.status == .notFound)
            #expect(String(decoding: closed.1, as: UTF8.self).contains("TESSERA_ADMINISTRATION_KEY"))
            let export = try await ask(
                "127.0.0.1", named: names, key: nil, authorization: nil, path: "/tessera/v1/export")
            #expect(export.0.status == .notFound)
            let key = "Bearer key-1"
            #expect(try await ask("127.0.0.1", named: names, key: "key-1", authorization: key).0.status == .ok)
            #expect(throws: KeyRingError.developmentKeysBeyondLoopback) {
                try IdentityPlatform(
                    TenantSettings(address: ServerAddress(port: 4400), names: names, keys: .development))
            }
        }
    }

    @Test(arguments: ["localhost", "127.0.0.2", "localhost.", "tenant.localhost", "[::ffff:127.0.0.1]"])
    func `another name of this machine needs none`(_ name: String) async throws {
        for names in try Self.named(name) {
            #expect(try await ask("127.0.0.1", named: names, key: nil, authorization: nil).0.status == .ok)
            _ = try IdentityPlatform(
                TenantSettings(address: ServerAddress(port: 4400), names: names, keys: .development))
        }
    }

    private func ask(
        _ host: String, named names: ServerNames? = nil, key: String?, authorization: String?,
        path: String = "/tessera/v1/health"
    ) async throws -> (HTTPResponse, Data) {
        var settings = TenantSettings(
            address: ServerAddress(host: host, port: 4400), names: names, signingKey: try Site.signingKey.get())
        settings.administrationKey = key
        let responder = InProcessResponder(
            try IdentityPlatform(settings).router().buildResponder(),
            logger: Log("tests"))
        var fields: HTTPFields = [:]
        fields[.authorization] = authorization
        return try await responder.respond(
            to: HTTPRequest(
                method: .get, scheme: "http", authority: "\(host):4400", path: path,
                headerFields: fields), body: Data())
    }
}
