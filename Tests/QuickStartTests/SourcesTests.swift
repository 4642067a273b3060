// SPDX-License-Identifier: Apache-2.0
import Fixtures
import MicrosoftGraph
import QuickStart
import SignIn
import TaskListClient

@Suite struct SourcesTests {
    private static func page(_ names: [String], next: String? = nil) -> (HTTPResponse.Status, String) {
        let people = names.map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
        let link = next.map { #","@odata.nextLink":"https://graph.example\#($0)""# } ?? ""
        return (.ok, #"{"value":[\#(people)]\#(link)}"#)
    }

    private static func people(over transport: ScriptedTransport) throws -> DirectoryPeople {
        let endpoint = try #require(URL(string: "https://graph.example/v1.0"))
        return DirectoryPeople { GraphClient(endpoint: endpoint, over: transport) }
    }

    @Test func `pages without people are passed over, and the next page is asked for when it is wanted`() async throws {
        let transport = ScriptedTransport([
            "GET /v1.0/users": Self.page([], next: "/v1.0/users?2"),
            "GET /v1.0/users?2": Self.page(["A"], next: "/v1.0/users?3"),
            "GET /v1.0/users?3": Self.page([], next: "/v1.0/users?4"), "GET /v1.0/users?4": Self.page(["B"]),
        ])
        let first = try await Self.people(over: transport).people(matching: "x")
        #expect(first.people.map(\.id) == ["A"])
        #expect(transport.requests.count == 2)
        let next = try #require(first.next)
        let second = try await next()
        #expect(second.people.map(\.id) == ["B"])
        #expect(second.next == nil)
    }

    @Test func `empty pages of people give an empty result`() async throws {
        let transport = ScriptedTransport([
            "GET /v1.0/users": Self.page([], next: "/v1.0/users?2"), "GET /v1.0/users?2": Self.page([]),
        ])
        let page = try await Self.people(over: transport).people(matching: "x")
        #expect(page.people.isEmpty)
        #expect(page.next == nil)
    }

    @Test func `returns the direct reports of all pages`() async throws {
        let transport = ScriptedTransport([
            "GET /v1.0/users/a/directReports": Self.page(["B"], next: "/v1.0/users/a/directReports?2"),
            "GET /v1.0/users/a/directReports?2": Self.page(["C"]),
        ])
        #expect(try await Self.people(over: transport).directReports(of: "a").map(\.id) == ["B", "C"])
    }

    @Test func `a task that is gone already is removed, and other refusals are not swallowed`() async throws {
        let endpoint = try #require(URL(string: "https://tasks.example"))
        let transport = ScriptedTransport([
            "DELETE /api/tasks/1": (.notFound, "{}"),
            "DELETE /api/tasks/2": (.forbidden, #"{"code":"Forbidden","message":"no"}"#),
        ])
        let tasks = ServiceTasks { TaskListClient(endpoint: endpoint, over: transport) }
        try await tasks.remove("1")
        #expect(transport.requests == ["DELETE /api/tasks/1"])
        let error = await #expect(throws: TaskListError.self) { try await tasks.remove("2") }
        #expect(error?.code == "Forbidden")
    }
}
