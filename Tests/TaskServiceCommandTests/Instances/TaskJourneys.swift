// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import TaskListClient

/// The journeys of the task API's clients, at any address.
struct TaskJourneys {
    let tasks: URL
    let token: String
    /// From a sign-in moments ago.
    let freshToken: String
    let transport: any Transport
    let meanwhile: () async throws -> Void

    func list() async throws {
        let milk = try await add("Milk")
        try await meanwhile()
        _ = try await add("Bread")
        #expect(try await (texts(), texts("?search=bre")) == (["Milk", "Bread"], ["Bread"]))
        let done = try await send(.put, "/\(milk)", #"{"completed":true}"#)
        #expect(done.status == .ok, "\(done.text)")
        try await meanwhile()
        #expect(try await texts("?completed=true") == ["Milk"])
        #expect(try await send(.delete, "/\(milk)").status.kind == .successful)
        #expect(try await texts() == ["Bread"])
        #expect(try await send(.get, "", token: token + "x").status == .unauthorized)
        let demand = try await send(.delete, "?all=true")
        #expect(demand.status == .unauthorized)
        #expect(demand.head.headerFields[.wwwAuthenticate]?.contains("insufficient_user_authentication") == true)
        try await removeAll()
    }

    /// A list in pages is complete, although the instance changes between two of them.
    func pages() async throws {
        for number in 1...5 { _ = try await add("Task \(number)") }
        var (found, next) = ([String](), "?limit=2")
        while !next.isEmpty {
            let page = try await send(.get, next)
            found += try TaskListFormat.decoder().decode([TaskItem].self, from: page.body).map(\.text)
            let link = page.head.headerFields[HTTPField.Name("Link") ?? .location] ?? ""
            next = link.firstMatch(of: #/<[^>]*(\?[^>]*)>; *rel="?next/#).map { String($0.1) } ?? ""
            try await meanwhile()
        }
        #expect(found == (1...5).map { "Task \($0)" })
        try await removeAll()
    }

    /// A change needs the task's latest version.
    func versions() async throws {
        let id = try await add("First")
        let tag = try #require(try await send(.get, "/\(id)").head.headerFields[.eTag])
        try await meanwhile()
        let fields: HTTPFields = [.ifMatch: tag]
        let changed = try await send(.put, "/\(id)", #"{"Text":"Second"}"#, fields)
        #expect(changed.status == .ok, "\(changed.text)")
        try await meanwhile()
        #expect(try await send(.put, "/\(id)", #"{"Text":"Third"}"#, fields).status == .preconditionFailed)
        #expect(try await texts() == ["Second"])
        try await removeAll()
    }

    /// A repeated request with its key counts once, and gets the same response from another instance.
    func keys() async throws {
        let fields: HTTPFields = [HTTPField.Name("Idempotency-Key") ?? .cookie: "\"\(UUID())\""]
        let first = try await send(.post, "", #"{"Text":"Once"}"#, fields)
        try await meanwhile()
        let second = try await send(.post, "", #"{"Text":"Once"}"#, fields)
        #expect(first.status == second.status && first.body == second.body && first.status.kind == .successful)
        #expect(try await texts() == ["Once"])
        try await removeAll()
    }

    // MARK: Steps

    private func add(_ text: String) async throws -> String {
        let response = try await send(.post, "", "{\"Text\":\"\(text)\"}")
        #expect(response.status.kind == .successful, "\(response.text)")
        return try TaskListFormat.decoder().decode(TaskItem.self, from: response.body).id
    }

    private func texts(_ query: String = "") async throws -> [String] {
        let response = try await send(.get, query)
        #expect(response.status == .ok, "\(response.text)")
        return try TaskListFormat.decoder().decode([TaskItem].self, from: response.body).map(\.text)
    }

    /// Removes the whole list, which needs a recent sign-in.
    private func removeAll() async throws {
        let response = try await send(.delete, "?all=true", token: freshToken)
        #expect(response.status.kind == .successful, "\(response.text)")
        #expect(try await texts() == [])
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ content: String = "", _ fields: HTTPFields = [:],
        token: String? = nil
    ) async throws -> TransportResponse {
        var request = HTTPRequest(
            method: method, url: try #require(URL(string: "\(tasks.absoluteString)/api/tasks\(path)")))
        request.headerFields = fields
        request.headerFields[.authorization] = "Bearer \(token ?? self.token)"
        if !content.isEmpty { request.headerFields[.contentType] = "application/json" }
        return try await transport.send(request, body: Data(content.utf8))
    }
}
