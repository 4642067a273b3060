// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// An error response of the task API.
public struct TaskListError: Error, Sendable, Hashable {
    /// The HTTP status.
    public var status: Int
    /// The API's code, such as `TaskNotFound`; `unreadable` if the response is not from the API.
    public var code: String
    /// The API's message.
    public var message: String

    /// Creates the error of a response.
    public init(status: Int, code: String, message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    /// Reads an error response.
    public init(status: Int, body: Data) {
        let wire = try? JSONDecoder().decode(Wire.self, from: body)
        self.init(
            status: status, code: wire?.code ?? "unreadable",
            message: wire?.message ?? "the response is not from the task API; check its URL")
    }

    /// Whether the same request may soon succeed. RFC 9110 §15.5.9 and §15.6, RFC 8470 §5.2, RFC 6585 §4
    public var isTemporary: Bool { [408, 425, 429].contains(status) || status >= 500 }

    private struct Wire: Decodable {
        let code: String
        let message: String
    }
}

extension TaskListError: LocalizedError {
    /// The API's message as a sentence.
    public var errorDescription: String? {
        message.prefix(1).uppercased() + message.dropFirst() + (message.last?.isPunctuation == true ? "" : ".")
    }
}

extension TaskListError: CustomStringConvertible {
    /// The status, the code, and the message.
    public var description: String { "\(status) \(code): \(message)" }
}

/// The routes of the task API, for client and server.
public enum TaskRoute: Sendable, Hashable {
    /// A POST adds a task.
    case tasks
    case task(id: String)

    /// The path below the API's URL.
    public var path: String {
        switch self {
        case .tasks: "api/tasks"
        case .task(let id): "api/tasks/\(id)"
        }
    }
}
