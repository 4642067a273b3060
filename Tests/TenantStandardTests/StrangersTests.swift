// SPDX-License-Identifier: Apache-2.0
import CTesseraSQLite
import Synchronization

@testable import LocalTenant
@testable import SQLiteRecords
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures
@testable import TenantStandard

/// Data that strangers can store must not slow down the requests of others.
@Suite struct StrangersTests {
    /// Counts statements, and the steps of SQLite's virtual machine: each row that a statement reads takes some, on
    /// every machine.
    private final class Meter: Sendable {
        let steps = Atomic(0)
        let statements = Atomic(0)

        static func of(_ pointer: UnsafeMutableRawPointer?) -> Meter? {
            pointer.map { Unmanaged<Meter>.fromOpaque($0).takeUnretainedValue() }
        }
    }

    private typealias Ask = @Sendable (_ site: Site, _ accessToken: String) async throws -> Answer

    private static let page: HTTPFields = [.origin: "https://page.example"]
    private static let authorize = "/\(Site.tenantID)/oauth2/v2.0/authorize"

    /// A request of each kind that reads a table which strangers can fill.
    private static let requests: [(String, Ask)] = [
        ("metadata", { site, _ in try await site.send(.get, "/op/.well-known/openid-configuration") }),
        ("keys", { site, _ in try await site.send(.get, "/op/jwks") }),
        ("a request of a client", { site, _ in try await site.ask(.standardRequest) }),
        ("a request of an unknown client", { site, _ in try await site.ask(unknown) }),
        (
            "a request with another redirect URI",
            { site, _ in try await site.ask(StandardAPI.request.with("redirect_uri", "https://other.example/")) }
        ),
        ("a code", { site, _ in try await site.post("/op/token", .standardRedeeming("wrong")) }),
        ("a refresh token", { site, _ in try await site.post("/op/token", .standardRefreshing("wrong")) }),
        (
            "a page's request",
            { site, _ in try await site.post("/op/token", .standardRedeeming("wrong"), fields: page) }
        ),
        ("a preflight request", { site, _ in try await site.send(.options, "/op/token", fields: page) }),
        (
            "an assertion",
            { site, _ in
                let form: FormParameters = ["token": "x"]
                return try await site.post("/op/introspect", form.asserting(SampleServiceKey.claims(site)))
            }
        ),
        (
            "userinfo",
            { site, token in try await site.send(.get, "/op/userinfo", fields: [.authorization: "Bearer \(token)"]) }
        ),
        (
            "userinfo with an unknown token",
            { site, _ in try await site.send(.get, "/op/userinfo", fields: [.authorization: "Bearer x"]) }
        ),
        ("introspection", { site, token in try await site.post("/op/introspect", .asking(token)) }),
        ("revocation", { site, _ in try await site.post("/op/revoke", .asking("x")) }),
        ("a pushed request", { site, _ in try await site.post("/op/par", .standardRequest) }),
        ("a device code", { site, _ in try await site.post("/op/device_authorization", device) }),
        ("the page of devices", { site, _ in try await site.send(.get, "/op/device?user_code=BCDF-GHJK") }),
        ("a registration", { site, _ in try await register(at: site) }),
        ("the end of a session", { site, _ in try await site.send(.get, "/op/logout") }),
        (
            "a request at Entra ID",
            { site, _ in try await site.send(.get, "\(authorize)?\(FormParameters.goodRequest.encoded)") }
        ),
        (
            "a request of an unknown client at Entra ID",
            { site, _ in
                let form = FormParameters.goodRequest.with("client_id", Site.tenantID)
                return try await site.send(.get, "\(authorize)?\(form.encoded)")
            }
        ),
        ("a device code at Entra ID", { site, _ in try await site.post(Site.deviceCodePath, .device) }),
        ("a device at Entra ID", { site, _ in try await site.token(.polling("wrong")) }),
    ]
    private static let device: FormParameters = ["client_id": StandardSampleClient.nativeID, "scope": "openid"]
    private static let unknown = StandardAPI.request.with("client_id", "nobody")

    @discardableResult
    private static func register(at site: Site) async throws -> Answer {
        let addresses = (0..<20).map { "\"https://\($0).example/callback\"" }
        let json =
            #"{"client_name":"A stranger","token_endpoint_auth_method":"none","redirect_uris":["#
            + addresses.joined(separator: ",") + "]}"
        let answer = try await site.register(json)
        #expect(answer.status == .created)
        return answer
    }

    private static let tables = [
        "standardClient", "standardOrigin", "standardPushedRequest", "standardDeviceCode", "standardInteraction",
        "standardUsedIdentifier", "deviceCode", "userCodeGuess",
    ]

    private static func fill(_ count: Int, at site: Site) async throws {
        let (provider, now) = (site.platform.standardProvider, site.clock.now)
        for number in 0..<count {
            try await register(at: site)
            _ = try await site.post("/op/par", .standardRequest)
            _ = try await site.post("/op/device_authorization", device)
            _ = try await site.ask(.standardRequest)
            _ = try await provider.usedIdentifiers.take("\(number)", of: "a stranger", until: now + 300)
            _ = try await site.post(Site.deviceCodePath, .device)
            try await site.platform.context.guesses.count("cookie \(number)", now: now)
        }
        for table in tables { #expect(try await site.count(table) >= count, "\(table)") }
    }

    /// The work of a request, after an equal one filled the caches.
    private static func work(
        of ask: Ask, _ token: String, at site: Site
    ) async throws -> (steps: Int, statements: Int) {
        _ = try await ask(site, token)
        let meter = Meter()
        let database = site.platform.context.database
        try database.outsideTransactions { database in
            let pointer = Unmanaged.passUnretained(meter).toOpaque()
            sqlite3_progress_handler(
                database.handle, 1,
                { pointer in
                    Meter.of(pointer)?.steps.add(1, ordering: .relaxed)
                    return 0
                }, pointer)
            sqlite3_trace_v2(
                database.handle, UInt32(SQLITE_TRACE_STMT),
                { _, pointer, _, _ in
                    Meter.of(pointer)?.statements.add(1, ordering: .relaxed)
                    return 0
                }, pointer)
        }
        _ = try await ask(site, token)
        try database.outsideTransactions { database in
            sqlite3_progress_handler(database.handle, 0, nil, nil)
            sqlite3_trace_v2(database.handle, 0, nil, nil)
        }
        return (meter.steps.load(ordering: .relaxed), meter.statements.load(ordering: .relaxed))
    }

    @Test func `rows that strangers can store do not slow down other requests`() async throws {
        let site = try await Site.withAPIs()
        let token = try #require(try await site.standardTokens()["access_token"]?.string)
        var before: [(steps: Int, statements: Int)] = []
        for (_, ask) in Self.requests { before.append(try await Self.work(of: ask, token, at: site)) }
        try await Self.fill(100, at: site)
        for ((name, ask), before) in zip(Self.requests, before) {
            let after = try await Self.work(of: ask, token, at: site)
            #expect(after.steps <= before.steps + before.steps / 10 + 10, "\(name): \(before), \(after)")
            #expect(after.statements <= before.statements, "\(name): \(before), \(after)")
        }
        #expect(before.filter { $0.steps > 0 && $0.statements > 0 }.count > Self.requests.count / 2)
    }

    @Test func `the page for an unknown client names no client that registered itself`() async throws {
        let site = try await Site.withAPIs()
        try await Self.register(at: site)
        let page = try await site.ask(Self.unknown)
        #expect(page.text.contains("Sailor") && !page.text.contains("A stranger"))
    }

    /// A client of the owner is refused once, and then a client of a stranger more often than the log has lines.
    @Test func `refusals of strangers leave those of the owner's clients in the log`() async throws {
        let site = try await Site.withAPIs()
        _ = try await site.post("/op/token", .standardRedeeming("wrong"))
        for _ in 0..<500 {
            let id = try await Self.register(at: site).object()["client_id"]?.string
            _ = try await site.post("/op/token", .standardRedeeming("wrong").with("client_id", id))
            _ = try await site.ask(Self.unknown)
        }
        let kept = site.platform.context.settings.refusals.latest()
        #expect((kept.count, kept.last?.app) == (500, StandardSampleClient.nativeID))
    }

    @Test(arguments: ["redirect_uris", "post_logout_redirect_uris"])
    func `a client registers up to twenty addresses of a kind`(_ name: String) async throws {
        let site = try await Site.withAPIs()
        for (count, status) in [(20, HTTPResponse.Status.created), (21, .badRequest)] {
            let addresses = (0..<count).map { "\"https://\($0).example/\"" }.joined(separator: ",")
            let others = name == "redirect_uris" ? "" : #","redirect_uris":["https://a.example/"]"#
            #expect(try await site.register(#"{"\#(name)":[\#(addresses)]\#(others)}"#).status == status)
        }
    }
}

extension Site {
    fileprivate func ask(_ request: FormParameters) async throws -> Answer {
        try await send(.get, "/op/authorize?\(request.encoded)")
    }
}
