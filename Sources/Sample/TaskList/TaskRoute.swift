// SPDX-License-Identifier: Apache-2.0
/// The addresses of the task API, for client and server.
package enum TaskRoute: Sendable, Hashable {
    /// All tasks of the caller; a POST adds one.
    case tasks
    /// One task.
    case task(id: String)

    /// The path below the API's address.
    package var path: String {
        switch self {
        case .tasks: "api/tasks"
        case .task(let id): "api/tasks/\(id)"
        }
    }
}
