// SPDX-License-Identifier: Apache-2.0

package import PortableFoundation
package import TaskListClient

/// The store of the tasks.
///
/// Each method takes the owner, so that no caller of a store can read or change tasks of another owner by mistake.
/// Each throws the errors of its database: if a later request can succeed, an `ActionableError` whose next action is
/// `retry`. `TaskStoreConformance` checks an implementation.
package protocol TaskStore: Sendable {
    /// The tasks of an owner that a query asks for, in the order in which they were added.
    func list(of owner: String, _ query: TaskQuery) async throws -> TaskPage

    /// One task of an owner; `nil` if this owner has no such task.
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
    func update(
        _ id: TaskItem.ID, of owner: String, text: String?, completed: Bool?, if condition: VersionCondition
    ) async throws -> TaskChange

    /// Removes a task of an owner; comparing the version and removing are one step.
    ///
    /// - Returns: The removed task, or why it is still there.
    func remove(_ id: TaskItem.ID, of owner: String, if condition: VersionCondition) async throws -> TaskChange

    /// Removes every task of an owner with this text.
    func removeAll(withText text: String, of owner: String) async throws

    /// Removes every task of an owner.
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

/// A task, with the version that changes whenever the task does.
package struct StoredTask: Sendable, Hashable {
    package var item: TaskItem
    /// A number that no other state of this task has: 0 for a new task, then a random number for each change.
    ///
    /// A counter would repeat a version after a backup was restored: a client could then overwrite another's change.
    package var version: Int64

    package init(_ item: TaskItem, version: Int64 = 0) { (self.item, self.version) = (item, version) }
}

/// The versions of a task that a change may have before it.
///
/// RFC 9110 §13.1.1
package enum VersionCondition: Sendable, Hashable {
    case any
    /// One of these; none if it is empty.
    case oneOf(Set<Int64>)
}

/// The result of a change or a removal.
package enum TaskChange: Sendable, Hashable {
    /// The task after its change, or before its removal.
    case done(StoredTask)
    case missing
    case otherVersion
}

/// The result of an addition.
package enum TaskAddition: Sendable, Hashable {
    case added
    /// An earlier request with this key and this text added this task; the store added nothing.
    case repeated(TaskItem)
    case keyReused
    /// The owner has the largest number of tasks already; the store added nothing, and kept no key.
    case full
}

package struct TaskQuery: Sendable, Hashable {
    /// Only tasks that are done, or only open ones; `nil` for both.
    package var completed: Bool?
    /// Only tasks with this in their text; `nil` for all.
    package var search: SearchText?
    /// Only tasks behind this place; see ``TaskPage/next``.
    package var after: Int64?
    /// The largest number of tasks, at least 1; `nil` for all.
    package var limit: Int?

    package init(completed: Bool? = nil, search: SearchText? = nil, after: Int64? = nil, limit: Int? = nil) {
        (self.completed, self.search, self.after, self.limit) = (completed, search, after, limit)
    }
}

/// A list of tasks, or a page of one.
package struct TaskPage: Sendable, Hashable {
    /// The tasks, as JSON of `TaskListFormat.encoder()`.
    package var json: [UInt8]
    /// The place of the last task on the page, if more tasks follow; it stays valid when that task is removed.
    package var next: Int64?

    package init(json: [UInt8], next: Int64? = nil) { (self.json, self.next) = (json, next) }
}

/// A text to search for, without the differences that a search ignores: case, accents and the width of characters.
///
/// Stores compare the folded texts byte by byte, so each of them finds the same tasks. A search reads each text once.
package struct SearchText: Sendable, Hashable {
    /// The text, folded; the empty text is in every task.
    package let folded: String

    package init(_ text: String) { folded = text.folded }

    /// The form of a task's text that a store keeps beside it; `nil` if that is the text in ASCII lower case.
    ///
    /// A store then searches `COALESCE(folded, LOWER(text))`, and most texts are kept once.
    package static func stored(_ text: String) -> String? {
        text.utf8.allSatisfy { $0 < 0x80 } ? nil : text.folded
    }
}
