// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPTransport
import HTTPTypes
import HTTPTypesFoundation

/// Keeps a task list behind the task API.
///
/// It is handed a transport that carries the token.
public struct TaskListClient: Sendable {
    private let endpoint: URL
    private let transport: any Transport

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - endpoint: The API's address, such as `http://localhost:3000`.
    ///   - transport: What sends the requests, with a token on them.
    public init(endpoint: URL, over transport: any Transport) {
        self.endpoint = endpoint
        self.transport = transport
    }

    /// The caller's tasks, the oldest first.
    ///
    /// - Throws: ``TaskListError``; what the transport throws.
    public func tasks() async throws -> [TaskItem] {
        try decode(try await send(.get, .tasks, expecting: [.ok]))
    }

    /// Adds a task.
    ///
    /// - Throws: ``TaskListError``; what the transport throws.
    public func add(_ text: String) async throws -> TaskItem {
        let body = try TaskListFormat.encoder().encode([TaskListFormat.textField: text])
        return try decode(try await send(.post, .tasks, body: body, expecting: [.created]))
    }

    /// Removes a task.
    ///
    /// - Throws: ``TaskListError``, with status 404 if the caller has no such task; what the transport throws.
    public func remove(_ id: TaskItem.ID) async throws {
        guard !id.isEmpty, id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) else {
            throw TaskListError(status: 404, code: "TaskNotFound", message: "there is no task '\(id)'")
        }
        _ = try await send(.delete, .task(id: id), expecting: [.noContent, .ok])
    }

    private func send(
        _ method: HTTPRequest.Method, _ route: TaskRoute, body: Data = Data(),
        expecting: [HTTPResponse.Status]
    ) async throws -> TransportResponse {
        var request = HTTPRequest(method: method, url: endpoint.appending(path: route.path))
        request.headerFields[.accept] = "application/json"
        if !body.isEmpty { request.headerFields[.contentType] = "application/json" }
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
