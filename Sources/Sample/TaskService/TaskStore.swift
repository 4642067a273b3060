// SPDX-License-Identifier: Apache-2.0
package import TaskList

/// The store of the tasks.
///
/// Each method takes the owner, so that no caller of a store can read or change tasks of another owner by mistake.
package protocol TaskStore: Sendable {
    /// The tasks of an owner, in the order in which they were added, as JSON of `TaskListFormat.encoder()`.
    ///
    /// - Throws: Errors of the database.
    func list(of owner: String) async throws -> [UInt8]

    /// Stores a task for its owner; after `true`, the task survives a crash of the machine.
    ///
    /// Counting and adding are one step: two requests at once cannot both take the last place.
    ///
    /// - Returns: `false`, without storing the task, if the owner has `limit` tasks already.
    /// - Throws: Errors of the database.
    func add(_ task: TaskItem, upTo limit: Int) async throws -> Bool

    /// Changes a task of an owner; a `nil` argument changes nothing.
    ///
    /// - Returns: The changed task; `nil` if this owner has no such task.
    /// - Throws: Errors of the database.
    func update(_ id: TaskItem.ID, of owner: String, text: String?, completed: Bool?) async throws -> TaskItem?

    /// Removes every task of an owner with this text.
    ///
    /// - Throws: Errors of the database.
    func removeAll(withText text: String, of owner: String) async throws

    /// Removes a task of an owner.
    ///
    /// - Returns: `false` if this owner has no such task.
    /// - Throws: Errors of the database.
    func remove(_ id: TaskItem.ID, of owner: String) async throws -> Bool
}
