// SPDX-License-Identifier: Apache-2.0
package import TaskList

/// The source of the task list.
package protocol TaskSource: Sendable {
    /// The person's tasks, the oldest first.
    ///
    /// - Throws: `Refusal` (`signInRequired`) without an account; other errors of the source.
    func tasks() async throws -> [TaskItem]

    /// Adds a task.
    ///
    /// - Throws: As ``tasks()``.
    func add(_ text: String) async throws -> TaskItem

    /// Sets whether a task is done.
    ///
    /// - Throws: As ``tasks()``.
    func setCompleted(_ completed: Bool, of id: TaskItem.ID) async throws -> TaskItem

    /// Removes a task; a missing one is no error.
    ///
    /// - Throws: As ``tasks()``.
    func remove(_ id: TaskItem.ID) async throws
}
