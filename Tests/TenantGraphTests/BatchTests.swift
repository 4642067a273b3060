// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantControl
@testable import TenantFixtures
@testable import TenantTesting

@Suite struct BatchTests: SiteSuite {
    let site: Site

    private static let ana = "b42f7609-ea53-47c8-b315-8ab13e34f58e"

    private func send(_ content: String, scopes: String = "User.Read.All") async throws -> Answer {
        try await site.send(
            .post, "/v1.0/$batch",
            fields: [
                .authorization: "Bearer \(try site.token(.person(Self.ana, scopes: scopes)))",
                .contentType: "application/json",
            ], body: Data(content.utf8))
    }

    private func results(
        _ requests: String..., scopes: String = "User.Read.All"
    ) async throws -> [String: [String: JSONValue]] {
        let answer = try await send(#"{"requests":[\#(requests.joined(separator: ","))]}"#, scopes: scopes)
        try #require(answer.status == .ok, "\(answer.text)")
        let parts = try #require(try answer.object()["responses"]?.array?.compactMap(\.object))
        return Dictionary(uniqueKeysWithValues: parts.compactMap { part in part["id"]?.string.map { ($0, part) } })
    }

    private static func part(
        _ id: String, _ url: String = "/me", after other: String? = nil, more: String = ""
    ) -> String {
        let dependency = other.map { #","dependsOn":["\#($0)"]"# } ?? ""
        return #"{"id":"\#(id)","method":"GET","url":"\#(url)"\#(dependency)\#(more)}"#
    }

    @Test func `each part has its own result`() async throws {
        let results = try await results(
            Self.part("a", "/me?$select=displayName"), Self.part("b", "users/nobody@aldervale.example"),
            Self.part("c", "/me/photo/$value"), Self.part("d", "/users?$search=%22displayName:ana%22"),
            Self.part(
                "e", "/users?$search=%22displayName:ana%22", more: #","headers":{"ConsistencyLevel":"eventual"}"#),
            Self.part("f", "/$batch"), Self.part("g", "/groups"))
        #expect(results["a"]?["status"] == .number("200"))
        #expect(results["a"]?["body"]?.object?["displayName"]?.string == "Ana Silva")
        #expect(results["a"]?["headers"]?.object?["OData-Version"]?.string == "4.0")
        #expect(results["b"]?["status"] == .number("404"))
        #expect(results["b"]?["body"]?.object?["error"]?.object?["code"]?.string == "Request_ResourceNotFound")
        let photo = results["c"]?["body"]?.string.flatMap { Data(base64Encoded: $0) }
        #expect(photo?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
        #expect(results["c"]?["headers"]?.object?["Content-Type"]?.string == "image/png")
        #expect(results["d"]?["status"] == .number("400") && results["e"]?["status"] == .number("200"))
        #expect(results["f"]?["status"] == .number("405"), "no batch in a batch")
        #expect(results["g"]?["status"] == .number("403"), "the token of the batch decides")
    }

    @Test func `a part cannot bring its own token`() async throws {
        let results = try await results(Self.part("a", more: #","headers":{"Authorization":"Bearer x"}"#))
        #expect(results["a"]?["status"] == .number("200"))
    }

    @Test func `an action in a part has a content`() async throws {
        let body = #","headers":{"Content-Type":"application/json"},"body":{"securityEnabledOnly":true}"#
        let results = try await results(
            #"{"id":"1","method":"POST","url":"/me/getMemberObjects"\#(body)}"#, Self.part("2", "/me", after: "1"),
            scopes: "GroupMember.Read.All User.Read")
        #expect(results["1"]?["status"] == .number("200") && results["2"]?["status"] == .number("200"))
    }

    @Test func `a part that depends on a failed part does not run`() async throws {
        let results = try await results(
            Self.part("A", "/users/nobody@aldervale.example"), Self.part("B", after: "a"), Self.part("C", after: "b"))
        #expect(results["B"]?["status"] == .number("424") && results["C"]?["status"] == .number("424"))
        #expect(results["B"]?["body"]?.object?["error"]?.object?["code"]?.string == "FailedDependency")
    }

    /// Contents that are refused as a whole, with a part of the message.
    static let wrong: [(content: String, message: String)] = [
        ("", "Unable to read JSON"), ("[]", "Unable to read JSON"), ("{}", "Invalid batch payload format."),
        (#"{"requests":[]}"#, "Invalid batch payload format."), (#"{"requests":[7]}"#, "Invalid batch payload format."),
        (wrapped(part("")), "Invalid batch payload format."),
        (wrapped(#"{"id":"1","url":"/me"}"#), "Invalid batch payload format."),
        (wrapped(#"{"id":"1","method":"TRACE","url":"/me"}"#), "Invalid batch payload format."),
        (wrapped(#"{"id":"1","method":"GET"}"#), "Invalid batch payload format."),
        (wrapped((0..<21).map { part("\($0)") }.joined(separator: ",")), "exceeds the maximum value of 20"),
        (wrapped(part("a") + "," + part("A")), "has to be unique"),
        (wrapped(part("1", "https://evil.example/me")), "relative URL"),
        (wrapped(part("1", "//evil.example")), "relative"),
        (wrapped(part("1", "/me#x")), "relative"), (wrapped(part("1", "/m e")), "relative"),
        (wrapped(part("1", after: "2")), "Invalid dependency"), (wrapped(part("1", after: "1")), "Invalid dependency"),
        (wrapped(part("1", after: "2") + "," + part("2")), "Invalid dependency"),
        (
            wrapped(
                [part("1"), part("2", after: "1"), part("3", after: "2"), part("4", after: "1")].joined(separator: ",")),
            "in parallel"
        ),
        (wrapped(part("1", more: #","body":{"a":1}"#)), "does not contain Content-Type"),
        (wrapped(part("1", more: #","headers":{"a b":"c"}"#)), "Invalid batch"),
        (wrapped(part("1", more: #","headers":{"A":"b\nc"}"#)), "Invalid batch"),
    ]

    private static func wrapped(_ parts: String) -> String { #"{"requests":[\#(parts)]}"# }

    @Test(arguments: wrong.indices) func `malformed batches are rejected as a whole`(_ row: Int) async throws {
        let answer = try await send(Self.wrong[row].content)
        #expect(answer.status == .badRequest)
        let error = try answer.graphError
        #expect(error.code == "BadRequest")
        #expect(error.message?.contains(Self.wrong[row].message) == true, "\(answer.text)")
    }

    @Test func `twenty parts are permitted, and several may follow the same one`() async throws {
        #expect(try await results(scopes: "User.Read", parts: (0..<20).map { Self.part("\($0)") }).count == 20)
        let same = try await results(
            Self.part("1"), Self.part("2"), Self.part("3", after: "2"), Self.part("4", after: "2"))
        #expect(same.count == 4 && same.values.allSatisfy { $0["status"] == .number("200") })
    }

    private func results(scopes: String, parts: [String]) async throws -> [JSONValue] {
        try await send(#"{"requests":[\#(parts.joined(separator: ","))]}"#, scopes: scopes)
            .object()["responses"]?.array ?? []
    }

    @Test func `a fault rule applies to each part, not to the batch`() async throws {
        _ = try await site.platform.context.faults.add(
            FaultRule(.failure(.tooManyRequests, retryAfter: 7), at: .graph, after: 1, next: 1))
        let results = try await results(Self.part("1"), Self.part("2", after: "1"), Self.part("3", after: "2"))
        #expect((results["1"]?["status"], results["2"]?["status"]) == (.number("200"), .number("429")))
        #expect(results["2"]?["headers"]?.object?["Retry-After"]?.string == "7")
        #expect(results["3"]?["status"] == .number("424"))
    }

    /// It finds no one among many, so it reads about half of the directory.
    private static let costly = "/users?$filter=\(FormParameters.encoded("givenName ge 'n' and displayName le 'm'"))"

    /// A tenant with many people whose requests to Graph may cost little.
    private static func crowded(instructions: Int) async throws -> BatchTests {
        let tests = BatchTests(site: try Site(graphInstructions: instructions))
        _ = try await tests.site.platform.addSamplePeople(upTo: 4_000) { _ in }
        return tests
    }

    @Test func `a batch over its budget returns 429 for the parts that exceed it`() async throws {
        let tests = try await Self.crowded(instructions: 200_000)
        #expect(try await tests.results(Self.part("1", Self.costly))["1"]?["status"] == .number("200"))
        let parts = (0..<19).map { Self.part("\($0)", Self.costly) } + [Self.part("me")]
        let results = try await tests.results(scopes: "User.Read.All", parts: parts).compactMap(\.object)
        let refused = results.filter { $0["status"] == .number("429") }
        #expect((10..<20).contains(refused.count) && results.count == 20)
        for part in refused {
            #expect(part["headers"]?.object?["Retry-After"] == "1" && part["id"] != "me")
            #expect(part["body"]?.object?["error"]?.object?["code"] == "TooManyRequests")
        }
    }

    @Test func `a query over the budget of a request returns an error that names the local tenant`() async throws {
        let site = try await Self.crowded(instructions: 20_000).site
        let token = try await site.graphToken()
        let answer = try await site.graph(Self.costly, token: token)
        #expect(answer.status == .badRequest && answer.text.contains("The local tenant ended this query"))
        #expect(try await site.graph("/users?$filter=startswith(givenName,'n')", token: token).status == .ok)
    }

    @Test func `a batch needs a token and POST`() async throws {
        #expect(try await site.send(.post, "/v1.0/$batch", body: Data("{}".utf8)).status == .unauthorized)
        let token = try site.token(.person(Self.ana, scopes: "User.Read"))
        #expect(try await site.graph("/$batch", token: token).status == .methodNotAllowed)
    }
}
