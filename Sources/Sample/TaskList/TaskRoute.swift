// SPDX-License-Identifier: Apache-2.0
/// The addresses of the task API, the same at both ends.
public enum TaskRoute: Sendable, Hashable {
    /// All tasks of the caller; a new one is posted here.
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
