// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import HTTPTransport
import HTTPTypes

/// Reads and changes a task list through the task API.
///
/// The caller passes a transport that adds the token.
package struct TaskListClient: Sendable {
    private let endpoint: URL
    private let transport: any Transport

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - endpoint: The API's address, such as `http://localhost:3000`.
    ///   - transport: Sends the requests, with a token.
    package init(endpoint: URL, over transport: any Transport) {
        self.endpoint = endpoint
        self.transport = transport
    }

    /// The caller's tasks, the oldest first.
    ///
    /// - Throws: ``TaskListError``; errors of the transport.
    package func tasks() async throws -> [TaskItem] {
        try decode(try await send(.get, .tasks, expecting: [.ok]))
    }

    /// Adds a task.
    ///
    /// - Throws: ``TaskListError``; errors of the transport.
    package func add(_ text: String) async throws -> TaskItem {
        try decode(try await send(.post, .tasks, TaskContent(text: text), expecting: [.created]))
    }

    /// Changes a task's text, its `completed`, or both; `nil` changes nothing.
    ///
    /// - Returns: The changed task.
    /// - Throws: ``TaskListError``, with status 404 if the caller has no such task; errors of the transport.
    package func update(
        _ id: TaskItem.ID, text: String? = nil, completed: Bool? = nil
    ) async throws -> TaskItem {
        let change = TaskContent(text: text, completed: completed)
        return try decode(try await send(.put, try route(to: id), change, expecting: [.ok]))
    }

    /// Removes a task.
    ///
    /// - Throws: ``TaskListError``, with status 404 if the caller has no such task; errors of the transport.
    package func remove(_ id: TaskItem.ID) async throws {
        _ = try await send(.delete, try route(to: id), expecting: [.noContent, .ok])
    }

    /// The route of a task; an invalid id must not lead to another address.
    private func route(to id: TaskItem.ID) throws -> TaskRoute {
        guard !id.isEmpty, id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) else {
            throw TaskListError(status: 404, code: "TaskNotFound", message: "there is no task '\(id)'")
        }
        return .task(id: id)
    }

    private func send(
        _ method: HTTPRequest.Method, _ route: TaskRoute, _ content: TaskContent? = nil,
        expecting: [HTTPResponse.Status]
    ) async throws -> TransportResponse {
        var request = HTTPRequest(method: method, url: endpoint.appending(path: route.path))
        request.headerFields[.accept] = "application/json"
        if content != nil { request.headerFields[.contentType] = "application/json" }
        let body = try content.map { try TaskListFormat.encoder().encode($0) } ?? Data()
        let response = try await transport.send(request, body: body)
        guard expecting.contains(response.status) else {
            throw TaskListError(status: response.status.code, body: response.body)
        }
        return response
    }

    private func decode<Answer: Decodable>(_ response: TransportResponse) throws -> Answer {
        guard let answer = try? TaskListFormat.decoder().decode(Answer.self, from: response.body) else {
            throw TaskListError(status: response.status.code, body: Data())
        }
        return answer
    }
}
