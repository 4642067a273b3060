// SPDX-License-Identifier: Apache-2.0
public import TaskList

/// Where the task list is kept.
public protocol TaskSource: Sendable {
    /// The person's tasks, the oldest first.
    ///
    /// - Throws: `Refusal` (`signInRequired`) if nobody is signed in; whatever else the source throws.
    func tasks() async throws -> [TaskItem]

    /// Adds a task.
    ///
    /// - Throws: As ``tasks()``.
    func add(_ text: String) async throws -> TaskItem

    /// Says whether a task is done.
    ///
    /// - Throws: As ``tasks()``.
    func setCompleted(_ completed: Bool, of id: TaskItem.ID) async throws -> TaskItem

    /// Removes a task; one that is gone already is no error.
    ///
    /// - Throws: As ``tasks()``.
    func remove(_ id: TaskItem.ID) async throws
}
