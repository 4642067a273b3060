// SPDX-License-Identifier: Apache-2.0
import CTesseraSQLite
import Foundation
import HTTPMessages
import OAuth
import Synchronization
import Testing

@testable import LocalTenant
@testable import SQLiteRecords
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantStandard

/// Data that strangers can store must not slow down the requests of others.
@Suite struct StrangersTests {
    /// Counts the steps of SQLite's virtual machine: each row that a statement reads takes some, on every machine.
    private final class Steps: Sendable {
        let count = Atomic(0)
    }

    private typealias Ask = @Sendable (Site) async throws -> Answer

    private static let page: HTTPFields = [.origin: "https://page.example"]
    private static let requests: [(String, Ask)] = [
        ("metadata", { try await $0.send(.get, "/op/.well-known/openid-configuration") }),
        ("a request of a client", { try await $0.send(.get, "/op/authorize?\(StandardAPI.request.encoded)") }),
        (
            "a request of an unknown client",
            { try await $0.send(.get, "/op/authorize?\(StandardAPI.request.with("client_id", "nobody").encoded)") }
        ),
        ("a code", { try await $0.post("/op/token", .standardRedeeming("wrong")) }),
        ("a page's request", { try await $0.post("/op/token", .standardRedeeming("wrong"), fields: page) }),
        ("a preflight request", { try await $0.send(.options, "/op/token", fields: page) }),
        ("a pushed request", { try await $0.post("/op/par", StandardAPI.request) }),
        ("a device code", { try await $0.post("/op/device_authorization", ["client_id": "sailor"]) }),
    ]

    private static func register(_ count: Int, at site: Site) async throws {
        let addresses = (0..<RegisteredMetadata.mostAddresses).map { "\"https://\($0).example/callback\"" }
        let json =
            #"{"client_name":"A stranger","token_endpoint_auth_method":"none","redirect_uris":["#
            + addresses.joined(separator: ",") + "]}"
        for _ in 0..<count {
            let answer = try await site.send(
                .post, "/op/register", fields: [.contentType: "application/json"], body: Data(json.utf8))
            #expect(answer.status == .created)
        }
    }

    /// The steps of a request, after an equal one filled the caches.
    private static func steps(of ask: Ask, at site: Site) async throws -> Int {
        _ = try await ask(site)
        let steps = Steps()
        let database = site.platform.context.database
        try database.outsideTransactions { database in
            sqlite3_progress_handler(
                database.handle, 1,
                { pointer in
                    pointer.map {
                        _ = Unmanaged<Steps>.fromOpaque($0).takeUnretainedValue().count.add(1, ordering: .relaxed)
                    }
                    return 0
                }, Unmanaged.passUnretained(steps).toOpaque())
        }
        _ = try await ask(site)
        try database.outsideTransactions { sqlite3_progress_handler($0.handle, 0, nil, nil) }
        return steps.count.load(ordering: .relaxed)
    }

    @Test(arguments: requests.indices) func `self-registered clients do not slow down other requests`(
        _ index: Int
    ) async throws {
        let (name, ask) = Self.requests[index]
        let site = try await Site.withAPIs()
        let before = try await Self.steps(of: ask, at: site)
        try await Self.register(100, at: site)
        let after = try await Self.steps(of: ask, at: site)
        #expect(before > 0 && after <= before + before / 10 + 10, "\(name): \(before), \(after)")
    }

    @Test func `the page for an unknown client names no client that registered itself`() async throws {
        let site = try await Site.withAPIs()
        try await Self.register(1, at: site)
        let page = try await Self.requests[2].1(site)
        #expect(page.text.contains("Sailor") && !page.text.contains("A stranger"))
    }

    @Test(arguments: ["redirect_uris", "post_logout_redirect_uris"])
    func `a client registers up to twenty addresses of a kind`(_ name: String) async throws {
        let site = try await Site.withAPIs()
        for (count, status) in [(20, HTTPResponse.Status.created), (21, .badRequest)] {
            let addresses = (0..<count).map { "\"https://\($0).example/\"" }.joined(separator: ",")
            let others = name == "redirect_uris" ? "" : #","redirect_uris":["https://a.example/"]"#
            let answer = try await site.send(
                .post, "/op/register", fields: [.contentType: "application/json"],
                body: Data(#"{"\#(name)":[\#(addresses)]\#(others)}"#.utf8))
            #expect(answer.status == status)
        }
    }
}
