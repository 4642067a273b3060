// SPDX-License-Identifier: Apache-2.0
/// The addresses of the task API, for client and server.
public enum TaskRoute: Sendable, Hashable {
    /// All tasks of the caller; a POST adds one.
    case tasks
    /// One task.
    case task(id: String)

    /// The path below the API's address.
    public var path: String {
        switch self {
        case .tasks: "api/tasks"
        case .task(let id): "api/tasks/\(id)"
        }
    }
}
