// SPDX-License-Identifier: Apache-2.0
public import HTTPTransport
public import PortableFoundation

/// Reads and changes a task list through the task API, over a transport that adds the token.
public struct TaskListClient: Sendable {
    private let endpoint: URL
    private let transport: any Transport

    /// Creates a client of an API with a URL such as `http://localhost:3000`.
    public init(endpoint: URL, over transport: any Transport) {
        self.endpoint = endpoint
        self.transport = transport
    }

    /// Returns the caller's tasks, oldest first.
    ///
    /// - Throws: ``TaskListError``; errors of the transport.
    public func tasks() async throws -> [TaskItem] { try decode(try await send(.get, .tasks, expecting: [.ok])) }

    /// Returns one task, with the tag of its state.
    ///
    /// - Throws: ``TaskListError``, with status 404 if the caller has no such task; errors of the transport.
    public func task(_ id: TaskItem.ID) async throws -> TaggedTask {
        try tagged(try await send(.get, try route(to: id), expecting: [.ok]))
    }

    /// Adds a task; the key identifies this addition.
    ///
    /// Within a day, a call with the same key and text adds no second task, so a `RetryingTransport` can resend the
    /// request.
    ///
    /// - Throws: ``TaskListError``; errors of the transport.
    public func add(_ text: String, key: UUID = UUID()) async throws -> TaskItem {
        let response = try await send(
            .post, .tasks, TaskContent(text: text), [("Idempotency-Key", "\"\(key.uuidString)\"")],
            expecting: [.created])
        return try decode(response)
    }

    /// Changes a task's text, its `completed`, or both; `nil` changes nothing.
    ///
    /// - Throws: ``TaskListError``, with status 404 if the caller has no such task, and 412 if its state is not that of
    ///   the tag; errors of the transport.
    public func update(
        _ id: TaskItem.ID, text: String? = nil, completed: Bool? = nil, ifMatch tag: String? = nil
    ) async throws -> TaskItem {
        let change = TaskContent(text: text, completed: completed)
        return try decode(
            try await send(.put, try route(to: id), change, Self.condition(tag), expecting: [.ok]))
    }

    /// Removes a task; throws as ``update(_:text:completed:ifMatch:)``.
    public func remove(_ id: TaskItem.ID, ifMatch tag: String? = nil) async throws {
        _ = try await send(.delete, try route(to: id), nil, Self.condition(tag), expecting: [.noContent, .ok])
    }

    private static func condition(_ tag: String?) -> [(String, String)] { tag.map { [("If-Match", $0)] } ?? [] }

    /// An invalid ID must not lead to another URL.
    private func route(to id: TaskItem.ID) throws -> TaskRoute {
        guard !id.isEmpty, id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) else {
            throw TaskListError(status: 404, code: "TaskNotFound", message: "there is no task '\(id)'")
        }
        return .task(id: id)
    }

    private func send(
        _ method: HTTPRequest.Method, _ route: TaskRoute, _ content: TaskContent? = nil,
        _ fields: [(name: String, value: String)] = [], expecting: [HTTPResponse.Status]
    ) async throws -> TransportResponse {
        var request = HTTPRequest(method: method, url: endpoint.appending(path: route.path))
        request.headerFields[.accept] = "application/json"
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { request.headerFields[name] = value }
        }
        if content != nil { request.headerFields[.contentType] = "application/json" }
        let body = try content.map { try TaskListFormat.encoder().encode($0) } ?? Data()
        let response = try await transport.send(request, body: body)
        guard expecting.contains(response.status) else {
            throw TaskListError(status: response.status.code, body: response.body)
        }
        return response
    }

    private func tagged(_ response: TransportResponse) throws -> TaggedTask {
        guard let tag = response.head.headerFields[.eTag] else {
            throw TaskListError(status: response.status.code, body: Data())
        }
        return TaggedTask(item: try decode(response), tag: tag)
    }

    private func decode<Answer: Decodable>(_ response: TransportResponse) throws -> Answer {
        guard let answer = try? TaskListFormat.decoder().decode(Answer.self, from: response.body) else {
            throw TaskListError(status: response.status.code, body: Data())
        }
        return answer
    }
}

/// A task, with the tag of the state that a client read.
public struct TaggedTask: Sendable, Hashable {
    /// The task.
    public var item: TaskItem
    /// The tag, for `If-Match`. RFC 9110 §8.8.3
    public var tag: String
}
