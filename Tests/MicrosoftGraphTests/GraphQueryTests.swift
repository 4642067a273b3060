// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import MicrosoftGraph

@Suite struct GraphQueryTests {
    private struct Thing: Decodable, Sendable, Equatable { let id: String }

    private static let base = "GET https://graph.example/v1.0"

    static let paths: [(path: GraphPath, line: String)] = [
        ("/groups/\("a b")/owners", "/groups/a%20b/owners"), ("groups", "/groups"),
        ("/groups/\("x?$select=id#y")", "/groups/x%3F$select=id%23y"), ("/groups/\("a;b")", "/groups/a%3Bb"),
        ("/users('\("o'brien")')", "/users('o'brien')"), ("/groups/\("%2e%2e")", "/groups/%252e%252e"),
        ("/groups/\("zoë")", "/groups/zo%C3%AB"), ("/groups/\("a")\("b")", "/groups/ab"),
    ]

    @Test(arguments: paths) func `a value stays inside its segment`(_ path: GraphPath, _ line: String) async throws {
        let transport = ScriptedTransport([(200, #"{"id":"1"}"#)])
        let thing: Thing = try await GraphClientTests.client(transport).get(path)
        #expect(thing == Thing(id: "1"))
        #expect(await transport.lines == ["\(Self.base)\(line)"])
    }

    static let wrong: [GraphPath] = [
        "", "/", "//evil.example", "/groups/", "/groups//members", "/groups/\("")", "/groups/\(".")/members",
        "/groups/\("..")", "/groups/\("a/b")", "/groups/\("a\\b")", "/groups?$top=1", "/groups#a", "/../admin",
        "/groups/%2E%2E/admin", "/groups/\\evil", "/groups/\(".")\(".")",
    ]

    @Test(arguments: wrong)
    func `a path that leads elsewhere is refused without a request`(_ path: GraphPath) async throws {
        let transport = ScriptedTransport([])
        let client = try GraphClientTests.client(transport)
        let one = await #expect(throws: GraphError.self) { try await client.get(path, as: Thing.self) }
        #expect(one?.status == 404)
        let list = await #expect(throws: GraphError.self) { try await client.pages(path, of: Thing.self).all() }
        #expect(list?.status == 404)
        let number = await #expect(throws: GraphError.self) { try await client.count(path) }
        #expect(number?.status == 404)
        let changes = await #expect(throws: GraphError.self) {
            for try await _ in client.changes(of: path, as: Thing.self) {}
        }
        #expect(changes?.status == 404)
        var batch = GraphBatch()
        #expect(throws: GraphError.self) { try batch.get(path) }
        #expect(await transport.lines == [])
    }

    static let filters: [(ODataExpression, String)] = [
        ("a eq \("O'Brien")", "a eq 'O''Brien'"), ("a eq \("' or true or '")", "a eq ''' or true or '''"),
        ("b eq \(true) and c le \(-7)", "b eq true and c le -7"),
        ("d ge \(Date(timeIntervalSince1970: 0))", "d ge 1970-01-01T00:00:00Z"), ("e ne null", "e ne null"),
    ]

    @Test(arguments: filters) func `a value is a literal`(_ filter: ODataExpression, _ text: String) {
        #expect(filter.description == text)
    }

    /// Text, and its literal. OData URL Conventions 4.01 §5.1.1.14.1
    static let literals = [
        ("", "''"), ("Ann", "'Ann'"), ("O'Neil", "'O''Neil'"), ("'", "''''"), ("''", "''''''"),
        // A combining mark forms one character with the quote before it, which still is a quote for servers.
        ("'\u{301} or true", "'''\u{301} or true'"), ("a\u{301}'\u{200D}b", "'a\u{301}''\u{200D}b'"),
        ("'\u{FE0F}", "'''\u{FE0F}'"),
    ]

    @Test(arguments: literals) func `no quote ends the literal`(_ text: String, _ literal: String) {
        let written = ("\(text)" as ODataExpression).description.unicodeScalars
        #expect(written.elementsEqual(literal.unicodeScalars))
        // All quotes between the outer ones are doubled.
        #expect(written.dropFirst().dropLast().count { $0 == "'" } == 2 * text.unicodeScalars.count { $0 == "'" })
    }

    static let searches = [
        ("al", #""displayName:al" OR "mail:al""#), (#"a"b"#, #""displayName:a\"b" OR "mail:a\"b""#),
        (#"a\"#, #""displayName:a\\" OR "mail:a\\""#),
        (#"" OR "x:y"#, #""displayName:\" OR \"x:y" OR "mail:\" OR \"x:y""#),
        ("\"\u{301}", "\"displayName:\\\"\u{301}\" OR \"mail:\\\"\u{301}\""),
    ]

    @Test(arguments: searches) func `a searched text stays inside its quotes`(_ text: String, _ terms: String) {
        let search = GraphSearch(text, in: ["displayName", "mail"])
        #expect(search.description.unicodeScalars.elementsEqual(terms.unicodeScalars))
    }

    @Test func `all options are sent, and the header with every page`() async throws {
        let next = "https://graph.example/v1.0/users?$skiptoken=a"
        let transport = ScriptedTransport([
            (200, #"{"@odata.count":7,"@odata.nextLink":"\#(next)","value":[{"id":"1"}]}"#),
            PeoplePagesTests.page(["2"]),
        ])
        let query = GraphQuery(
            select: ["id", "mail"], filter: "a eq \("+&")", search: GraphSearch("x", in: ["mail"]),
            orderBy: ["displayName desc"], expand: [GraphExpansion("manager", select: ["id"])], top: 5, counts: true)
        var pages = try GraphClientTests.client(transport).pages("/users", query, of: Thing.self).makeAsyncIterator()
        #expect(pages.count == nil)
        while try await pages.next() != nil {}
        #expect(pages.count == 7)
        #expect(
            await transport.lines == [
                "\(Self.base)/users?$filter=a%20eq%20'%2B%26'&$search=%22mail:x%22&$orderby=displayName%20desc"
                    + "&$select=id,mail&$expand=manager($select%3Did)&$top=5&$count=true",
                "GET \(next)",
            ])
        let name = try #require(HTTPField.Name("ConsistencyLevel"))
        #expect(await transport.sent.map { $0.head.headerFields[name] } == ["eventual", "eventual"])
    }

    @Test func `a plain list needs no header`() async throws {
        let transport = ScriptedTransport([PeoplePagesTests.page(["1"])])
        _ = try await GraphClientTests.client(transport).pages("/users", of: Thing.self).all()
        let name = try #require(HTTPField.Name("ConsistencyLevel"))
        #expect(await transport.sent.map { $0.head.headerFields[name] } == [nil])
    }

    @Test(arguments: [("48", 48), ("\u{FEFF}48", 48), (" 0\n", 0)])
    func `a number is counted`(_ text: String, _ number: Int) async throws {
        let transport = ScriptedTransport([(200, text)])
        #expect(try await GraphClientTests.client(transport).count("/users") == number)
        #expect(await transport.lines == ["\(Self.base)/users/$count"])
    }

    @Test(arguments: ["", "-1", "many", "{}"]) func `no number is an error`(_ text: String) async throws {
        let transport = ScriptedTransport([(200, text)], at: "\(Self.base)/users/$count")
        let error = await #expect(throws: GraphError.self) {
            try await GraphClientTests.client(transport).count("/users")
        }
        #expect(error?.code == "unreadable")
    }
}
