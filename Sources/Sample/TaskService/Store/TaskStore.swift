// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
package import TaskListClient

/// The store of the tasks.
///
/// Each method takes the owner, so that no caller of a store can read or change tasks of another owner by mistake.
/// `TaskStoreConformance` checks an implementation. If a later request can succeed, an implementation throws an
/// `ActionableError` whose next action is `retry`.
package protocol TaskStore: Sendable {
    /// The tasks of an owner that a query asks for, in the order in which they were added.
    ///
    /// - Throws: Errors of the database.
    func list(of owner: String, _ query: TaskQuery) async throws -> TaskPage

    /// One task of an owner; `nil` if this owner has no such task.
    ///
    /// - Throws: Errors of the database.
    func task(_ id: TaskItem.ID, of owner: String) async throws -> StoredTask?

    /// Stores a task for its owner; after ``TaskAddition/added``, the task survives a crash of the machine.
    ///
    /// The look for the key, counting, adding and keeping the key are one step: of two requests at once, only one
    /// takes the last place, and only one adds a task under a key.
    ///
    /// - Parameters:
    ///   - task: The new task; its date is the time of the request.
    ///   - limit: The largest number of tasks of the owner.
    ///   - key: The key of the request, which is kept for ``IdempotencyKey/lifetime``; `nil` keeps none.
    /// - Returns: The result, with the earlier task of the key if there is one.
    /// - Throws: Errors of the database.
    func add(_ task: TaskItem, upTo limit: Int, once key: IdempotencyKey?) async throws -> TaskAddition

    /// Changes a task of an owner; a `nil` argument changes nothing.
    ///
    /// Comparing the version and changing the task are one step: of two requests with the same version, one wins.
    ///
    /// - Throws: Errors of the database.
    func update(
        _ id: TaskItem.ID, of owner: String, text: String?, completed: Bool?, if condition: VersionCondition
    ) async throws -> TaskChange

    /// Removes a task of an owner; comparing the version and removing are one step.
    ///
    /// - Returns: The removed task, or why it is still there.
    /// - Throws: Errors of the database.
    func remove(_ id: TaskItem.ID, of owner: String, if condition: VersionCondition) async throws -> TaskChange

    /// Removes every task of an owner with this text.
    ///
    /// - Throws: Errors of the database.
    func removeAll(withText text: String, of owner: String) async throws

    /// Removes every task of an owner.
    ///
    /// - Throws: Errors of the database.
    func removeAll(of owner: String) async throws
}

/// The reason why a file of tasks cannot be opened.
package struct TaskStoreError: Error, Sendable, CustomStringConvertible {
    package enum Code: Sendable {
        /// The file or its folder.
        case unusable
        /// The program: a later version of it wrote the file, which is unchanged.
        case laterVersion
    }

    package let code: Code
    package let file: URL
    package let reason: String

    init(_ file: URL, _ reason: String, code: Code = .unusable) {
        self.code = code
        self.file = file
        self.reason = reason
    }

    package var description: String { "the tasks cannot be stored in \(file.path): \(reason)" }
}
