// SPDX-License-Identifier: Apache-2.0
import Fixtures
import MicrosoftGraph

@Suite struct PeoplePagesTests {
    static func page(_ ids: [String], next: String? = nil) -> (status: Int, body: String) {
        let people = ids.map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
        let link = next.map { #""@odata.nextLink":"\#($0)","# } ?? ""
        return (200, #"{"@odata.context":"x",\#(link)"value":[\#(people)]}"#)
    }

    @Test func `every page is asked for and kept in order`() async throws {
        let transport = ScriptedTransport([
            Self.page(["1", "2"], next: "https://graph.example/v1.0/users?$skiptoken=a%2Bb"),
            Self.page([], next: "https://GRAPH.example:443/v1.0/users?$skiptoken=c"),
            Self.page(["3"]),
        ])
        let people = try await GraphClientTests.client(transport).people(givenNameStartsWith: "A").all()
        #expect(people.map(\.id) == ["1", "2", "3"])
        let lines = await transport.lines
        #expect(lines.dropFirst().first == "GET https://graph.example/v1.0/users?$skiptoken=a%2Bb")
        #expect(lines.count == 3)
    }

    @Test func `an empty link is none`() async throws {
        let transport = ScriptedTransport([Self.page(["1"], next: "")])
        let people = try await GraphClientTests.client(transport).people(givenNameStartsWith: "A").all()
        #expect(people.map(\.id) == ["1"])
    }

    @Test func `a page is requested only when it is needed`() async throws {
        let transport = ScriptedTransport([
            Self.page(["1", "2"], next: "https://graph.example/v1.0/users?$skiptoken=a"), Self.page(["3"]),
        ])
        let pages = try GraphClientTests.client(transport).people(givenNameStartsWith: "A")
        #expect(await transport.lines == [])
        #expect(try await pages.all(limit: 1).map(\.id) == ["1"])
        #expect(await transport.lines.count == 1)
    }

    @Test(arguments: [
        "https://evil.example/v1.0/users", "http://graph.example/v1.0/users",
        "https://graph.example:8443/v1.0/users",
        "https://graph.example.evil.example/users", "https://graph.example@evil.example/users",
        "https://evil.example\\\\@graph.example/users", "//evil.example/users", "/v1.0/users?$skiptoken=a",
        "users?$skiptoken=a", "file:///etc/passwd", " ", "https://graph.example/beta/users",
        "https://graph.example/v1.0",
        "https://graph.example/v1.0evil/users", "https://graph.example/v1.0/../admin",
        "https://graph.example/v1.0/%2e%2E/admin", "https://graph.example/v1.0/a%2F..%2F..%2Fadmin",
        "https://graph.example/v1.0/%5C..%5Cadmin", "https://graph.example/v1.0/users#a",
        "https://user:word@graph.example/v1.0/users",
        "https://graph.example/v1.0/users?$skiptoken=" + String(repeating: "a", count: 32 << 10),
    ])
    func `a link to another place is not followed`(_ link: String) async throws {
        let transport = ScriptedTransport([Self.page(["1"], next: link), Self.page(["2"])])
        let error = await #expect(throws: GraphError.self) {
            try await GraphClientTests.client(transport).people(givenNameStartsWith: "A").all()
        }
        #expect(error?.code == "unreadable")
        #expect(await transport.lines.count == 1)
    }

    @Test func `a circle ends`() async throws {
        let a = "https://graph.example/v1.0/users?$skiptoken=a"
        let b = "https://graph.example/v1.0/users?$skiptoken=b"
        let transport = ScriptedTransport([
            Self.page(["1"], next: a), Self.page(["2"], next: b), Self.page(["3"], next: a), Self.page(["4"]),
        ])
        let error = await #expect(throws: GraphError.self) {
            try await GraphClientTests.client(transport).people(givenNameStartsWith: "A").all()
        }
        #expect(error?.message.hasPrefix("the pages form a loop; ") == true)
        #expect(await transport.lines.count == 3)
    }

    @Test func `empty pages between others are followed`() async throws {
        let pages = (0..<33).map { number in
            Self.page(
                number % 11 == 10 ? ["\(number)"] : [],
                next: number == 32 ? nil : "https://graph.example/v1.0/users?$skiptoken=\(number)")
        }
        let transport = ScriptedTransport(pages, at: "GET https://graph.example/v1.0/users?")
        let people = try await GraphClientTests.client(transport).people(givenNameStartsWith: "A").all()
        #expect(people.map(\.id) == ["10", "21", "32"])
    }

    @Test func `empty pages without end are not followed`() async throws {
        let pages = (0..<50).map { Self.page([], next: "https://graph.example/v1.0/users?$skiptoken=\($0)") }
        let transport = ScriptedTransport(pages)
        let error = await #expect(throws: GraphError.self) {
            try await GraphClientTests.client(transport).people(givenNameStartsWith: "A").all()
        }
        #expect(error?.message.hasPrefix("the pages do not end; ") == true)
        #expect(await transport.lines.count == 11)
    }

    @Test func `an error in the middle is not an end`() async throws {
        let transport = ScriptedTransport(
            [
                Self.page(["1"], next: "https://graph.example/v1.0/users?$skiptoken=a"), (503, ""),
            ], at: "GET https://graph.example/v1.0/users?")
        let error = await #expect(throws: GraphError.self) {
            try await GraphClientTests.client(transport).people(givenNameStartsWith: "A").all()
        }
        #expect(error?.status == 503)
    }

    @Test func `after an error, the same page is requested again`() async throws {
        let next = "https://graph.example/v1.0/users?$skiptoken=a"
        let transport = ScriptedTransport([Self.page(["1"], next: next), (429, ""), Self.page(["2"])])
        var pages = try GraphClientTests.client(transport).people(givenNameStartsWith: "A").makeAsyncIterator()
        #expect(try await pages.next()?.map(\.id) == ["1"])
        await #expect(throws: GraphError.self) { try await pages.next() }
        #expect(pages.hasMore && pages.position == next)
        #expect(try await pages.next()?.map(\.id) == ["2"])
        #expect(try await pages.next() == nil && !pages.hasMore)
        #expect(await transport.lines.suffix(2) == ["GET \(next)", "GET \(next)"])
    }

    @Test func `a list goes on at a later page of the same Graph`() async throws {
        let next = "https://graph.example/v1.0/users?$skiptoken=b"
        let transport = ScriptedTransport([Self.page(["3"])])
        let pages = try GraphClientTests.client(transport).people(givenNameStartsWith: "A")
        #expect(try await pages.continued(at: next).all().map(\.id) == ["3"])
        #expect(await transport.lines == ["GET \(next)"])
        #expect(throws: GraphError.self) { try pages.continued(at: "https://evil.example/v1.0/users") }
    }
}
