// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import MicrosoftGraph

@Suite struct GraphChangesTests {
    private static let delta = "https://graph.example/v1.0/users/delta"

    private static func page(_ values: String, next: String? = nil, end: String? = nil) -> (status: Int, body: String) {
        let links = [next.map { #""@odata.nextLink":"\#($0)","# }, end.map { #""@odata.deltaLink":"\#($0)","# }]
        return (200, "{" + links.compactMap(\.self).joined() + #""value":[\#(values)]}"#)
    }

    @Test func `a round is read to its end, and its token begins the next`() async throws {
        let transport = ScriptedTransport([
            Self.page(#"{"id":"1","displayName":"Ana"}"#, next: "\(Self.delta)?$skiptoken=a"),
            Self.page("", next: "\(Self.delta)?$skiptoken=b", end: ""),
            Self.page(#"{"id":"2","@removed":{"reason":"changed"}}"#, next: "", end: "\(Self.delta)?$deltatoken=c"),
            Self.page(
                #"{"id":"1","@removed":{"reason":"deleted"}},{"id":"3"},{"id":"3","mail":"m"}"#,
                end: "\(Self.delta)?$deltatoken=d"),
        ])
        let client = try GraphClientTests.client(transport)
        var (changes, tokens): ([GraphChange<Person>], [GraphDeltaToken]) = ([], [])
        for try await page in client.peopleChanges() {
            changes += page.changes
            tokens += page.token.map { [$0] } ?? []
        }
        #expect(changes == [.present(Person(id: "1", displayName: "Ana")), .removed(id: "2", isForGood: false)])
        #expect(tokens.count == 1)
        let kept = try JSONDecoder().decode([GraphDeltaToken].self, from: JSONEncoder().encode(tokens))
        let next = try await client.peopleChanges(since: kept.first).reduce(into: []) { $0 += $1.changes }
        #expect(
            next == [
                .removed(id: "1", isForGood: true), .present(Person(id: "3")),
                .present(Person(id: "3", mail: "m")),
            ])
        #expect(
            await transport.lines == [
                "GET \(Self.delta)?\(GraphClientTests.select)", "GET \(Self.delta)?$skiptoken=a",
                "GET \(Self.delta)?$skiptoken=b", "GET \(Self.delta)?$deltatoken=c",
            ])
    }

    /// Last pages that are invalid.
    static let wrong: [(status: Int, body: String)] = [
        page(""), page("", next: "\(delta)?$skiptoken=a", end: "\(delta)?$deltatoken=a"),
        page("", end: "https://evil.example/v1.0/users/delta"), page("", next: "http://graph.example/v1.0/users/delta"),
        page(#"{"@removed":{"reason":"deleted"}}"#, end: delta), page(#"{"id":"1","@removed":null}"#, end: delta),
        page(#"{"displayName":"no id"}"#, end: delta), (200, ""),
    ]

    @Test(arguments: wrong.indices) func `a page that is none of a round is refused`(_ row: Int) async throws {
        let client = try GraphClientTests.client(ScriptedTransport([Self.wrong[row]], at: "GET \(Self.delta)?"))
        let error = await #expect(throws: GraphError.self) { for try await _ in client.peopleChanges() {} }
        #expect(error?.code == "unreadable" && error?.mustReadAgain == false)
    }

    static let expired: [(status: Int, code: String, isExpired: Bool)] = [
        (410, "syncStateNotFound", true), (410, "resyncRequired", true), (410, "", true),
        (400, "SyncStateNotFound", true), (404, "Request_ResourceNotFound", false), (400, "BadRequest", false),
    ]

    @Test(arguments: expired)
    func `an expired token requires a full read`(status: Int, code: String, isExpired: Bool) async throws {
        let body = #"{"error":{"code":"\#(code)","message":"m"}}"#
        let client = try GraphClientTests.client(
            ScriptedTransport([(status, body)], at: "GET \(Self.delta)?$deltatoken=old"))
        let token = GraphDeltaToken(link: "\(Self.delta)?$deltatoken=old")
        let error = await #expect(throws: GraphError.self) {
            for try await _ in client.peopleChanges(since: token) {}
        }
        #expect(error?.mustReadAgain == isExpired)
    }

    @Test(arguments: [#""https://evil.example/v1.0/users/delta""#, #""""#, #""file:///etc/passwd""#])
    func `a kept token that leads elsewhere is not followed`(_ json: String) async throws {
        let transport = ScriptedTransport([])
        let token = try JSONDecoder().decode(GraphDeltaToken.self, from: Data(json.utf8))
        let client = try GraphClientTests.client(transport)
        let error = await #expect(throws: GraphError.self) { for try await _ in client.peopleChanges(since: token) {} }
        #expect(error?.code == "unreadable")
        #expect(await transport.lines == [])
    }

    @Test(arguments: [(1_000, true), (1_001, false)]) func `empty pages end`(count: Int, _ isRead: Bool) async throws {
        let pages = (0..<count).map { Self.page("", next: "\(Self.delta)?$skiptoken=\($0)") }
        let transport = ScriptedTransport(pages + [Self.page("", end: Self.delta)], at: "GET \(Self.delta)?")
        let client = try GraphClientTests.client(transport)
        do {
            for try await _ in client.peopleChanges() {}
            #expect(isRead)
        } catch let error as GraphError {
            #expect(!isRead && error.message.hasPrefix("the pages do not end; "))
        }
    }

    @Test func `members of a group come and go`() async throws {
        let members = #"""
            {"@odata.type":"#microsoft.graph.user","id":"a"},
            {"@odata.type":"#microsoft.graph.user","id":"b","@removed":{"reason":"deleted"}},{"id":"c"}
            """#
        let groups = "https://graph.example/v1.0/groups/delta"
        let transport = ScriptedTransport([
            Self.page(#"{"id":"1","members@delta":[\#(members)]},{"id":"2"}"#, end: "\(groups)?$deltatoken=a")
        ])
        let client = try GraphClientTests.client(transport)
        let changes = try await client.groupChanges(withMembers: true).reduce(into: []) { $0 += $1.changes }
        let user = "#microsoft.graph.user"
        let expected = [
            GraphGroupMember(id: "a", type: user, isRemoved: false),
            GraphGroupMember(id: "b", type: user, isRemoved: true), GraphGroupMember(id: "c", isRemoved: false),
        ]
        #expect(changes == [.present(GraphGroup(id: "1", memberChanges: expected)), .present(GraphGroup(id: "2"))])
        #expect(await transport.lines.first?.hasSuffix(",members") == true)
        let again = try JSONDecoder().decode([GraphGroupMember].self, from: JSONEncoder().encode(expected))
        #expect(again == expected)
    }

    @Test func `groups have changes, too, and a missing permission is named`() async throws {
        let denied = #"{"error":{"code":"Authorization_RequestDenied","message":"m"}}"#
        let client = try GraphClientTests.client(
            ScriptedTransport(
                [(403, denied), (403, denied)], at: "GET \(Self.delta)?", "GET https://graph.example/v1.0/groups/delta?"
            ))
        let people = await #expect(throws: GraphError.self) { for try await _ in client.peopleChanges() {} }
        #expect(people?.missingPermission == .userReadBasicAll)
        let groups = await #expect(throws: GraphError.self) { for try await _ in client.groupChanges() {} }
        #expect(groups?.missingPermission == .groupMemberReadAll)
    }
}
