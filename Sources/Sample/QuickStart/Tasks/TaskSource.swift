// SPDX-License-Identifier: Apache-2.0
public import TaskListClient

/// The source of the task list.
public protocol TaskSource: Sendable {
    /// Returns the user's tasks, oldest first; throws `Refusal` (`signInRequired`) without an account.
    func tasks() async throws -> [TaskItem]

    /// Adds a task.
    func add(_ text: String) async throws -> TaskItem

    /// Changes a task's text.
    func edit(_ text: String, of id: TaskItem.ID) async throws -> TaskItem

    /// Sets whether a task is done.
    func setCompleted(_ completed: Bool, of id: TaskItem.ID) async throws -> TaskItem

    /// Removes a task; a missing one is not an error.
    func remove(_ id: TaskItem.ID) async throws
}

extension TaskSource {
    /// Sends an action to the service, and returns the task; `nil` after its removal.
    public func answer(to action: TaskListState.Action) async throws -> TaskItem? {
        switch action {
        case .add(let text): return try await add(text)
        case .edit(let text, let id): return try await edit(text, of: id)
        case .restore(let task):
            let added = try await add(task.text)
            return task.completed ? try await setCompleted(true, of: added.id) : added
        case .setCompleted(let completed, let id): return try await setCompleted(completed, of: id)
        case .remove(let id):
            try await remove(id)
            return nil
        }
    }
}
