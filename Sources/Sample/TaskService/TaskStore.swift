// SPDX-License-Identifier: Apache-2.0
package import TaskList

/// Where to-do items live.
///
/// Everything is asked for by owner, so that no caller of a store can forget whose the items are.
package protocol TaskStore: Sendable {
    /// The tasks of an owner, in the order in which they were added.
    ///
    /// - Throws: What the database reports.
    func tasks(of owner: String) async throws -> [TaskItem]

    /// Keeps a task for its owner. When this returns `true`, the task survives a crash of the machine.
    ///
    /// The count and the addition are one step: two requests at once cannot both take the last place.
    ///
    /// - Returns: `false`, with nothing kept, if the owner has `limit` tasks already.
    /// - Throws: What the database reports.
    func add(_ task: TaskItem, upTo limit: Int) async throws -> Bool

    /// Changes a task of an owner; what is `nil` stays as it is.
    ///
    /// - Returns: The task as it is now; `nil` if the owner has no such task, whoever else may have one.
    /// - Throws: What the database reports.
    func update(_ id: TaskItem.ID, of owner: String, text: String?, completed: Bool?) async throws -> TaskItem?

    /// Removes every task of an owner that has this text.
    ///
    /// - Throws: What the database reports.
    func removeAll(withText text: String, of owner: String) async throws

    /// Removes a task of an owner.
    ///
    /// - Returns: `false` if the owner has no such task, whoever else may have one.
    /// - Throws: What the database reports.
    func remove(_ id: TaskItem.ID, of owner: String) async throws -> Bool
}
