// SPDX-License-Identifier: Apache-2.0

package import PortableFoundation
package import TaskListClient

/// Stores tasks.
///
/// Each method takes the owner, so that no caller can read or change another owner's tasks by mistake. Each throws the
/// errors of its database: if a later request can succeed, an `ActionableError` whose next action is `retry`.
/// `TaskStoreConformance` tests an implementation.
package protocol TaskStore: Sendable {
    /// In the order in which they were added.
    func list(of owner: String, _ query: TaskQuery) async throws -> TaskPage

    func task(_ id: TaskItem.ID, of owner: String) async throws -> StoredTask?

    /// Stores a task; after ``TaskAddition/added``, it survives a crash of the machine.
    ///
    /// Finding the key, counting, adding, and storing the key are atomic: of two concurrent requests, only one takes
    /// the last place, and only one adds a task for a key. The key is stored for ``IdempotencyKey/lifetime``; the
    /// task's date is the time of the request.
    func add(_ task: TaskItem, upTo limit: Int, once key: IdempotencyKey?) async throws -> TaskAddition

    /// A `nil` argument changes nothing; comparing the version and changing the task are atomic.
    func update(
        _ id: TaskItem.ID, of owner: String, text: String?, completed: Bool?, if condition: VersionCondition
    ) async throws -> TaskChange

    /// Comparing the version and removing the task are atomic.
    func remove(_ id: TaskItem.ID, of owner: String, if condition: VersionCondition) async throws -> TaskChange

    func removeAll(withText text: String, of owner: String) async throws

    func removeAll(of owner: String) async throws
}

package struct TaskStoreError: Error, Sendable, CustomStringConvertible {
    package enum Code: Sendable {
        case unusable
        /// A later version of the program wrote the file, which is unchanged.
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

package struct StoredTask: Sendable, Hashable {
    package var item: TaskItem
    /// 0 for a new task, then a random number for each change.
    ///
    /// A counter would repeat a version after a backup was restored, so that a client could overwrite another's change.
    package var version: Int64

    package init(_ item: TaskItem, version: Int64 = 0) { (self.item, self.version) = (item, version) }
}

/// The versions of a task that a change may replace. RFC 9110 §13.1.1
package enum VersionCondition: Sendable, Hashable {
    case any
    /// An empty set matches none.
    case oneOf(Set<Int64>)
}

package enum TaskChange: Sendable, Hashable {
    /// The task after its change, or before its removal.
    case done(StoredTask)
    case missing
    case otherVersion
}

package enum TaskAddition: Sendable, Hashable {
    case added
    /// An earlier request with this key and text added this task; the store added nothing.
    case repeated(TaskItem)
    case keyReused
    /// The owner has the maximum number of tasks; the store added nothing, and stored no key.
    case full
}

package struct TaskQuery: Sendable, Hashable {
    /// `nil` for both done and open tasks.
    package var completed: Bool?
    package var search: SearchText?
    /// Only tasks after this place; see ``TaskPage/next``.
    package var after: Int64?
    /// At least 1; `nil` for all.
    package var limit: Int?

    package init(completed: Bool? = nil, search: SearchText? = nil, after: Int64? = nil, limit: Int? = nil) {
        (self.completed, self.search, self.after, self.limit) = (completed, search, after, limit)
    }
}

package struct TaskPage: Sendable, Hashable {
    /// In the format of `TaskListFormat.encoder()`.
    package var json: [UInt8]
    /// The place of the last task on the page, if more tasks follow; it stays valid when that task is removed.
    package var next: Int64?

    package init(json: [UInt8], next: Int64? = nil) { (self.json, self.next) = (json, next) }
}

/// A search text without ignored differences: case, accents, and character width.
///
/// Stores compare folded texts byte by byte, so all of them find the same tasks. A search reads each text once.
package struct SearchText: Sendable, Hashable {
    /// The empty text is in each task.
    package let folded: String

    package init(_ text: String) { folded = text.folded }

    /// The folded text to store beside a task's text; `nil` if that is the text in ASCII lower case, so that most texts
    /// are stored once.
    ///
    /// A store searches `COALESCE(folded, LOWER(text))`.
    package static func stored(_ text: String) -> String? { text.utf8.allSatisfy { $0 < 0x80 } ? nil : text.folded }
}
