// SPDX-License-Identifier: Apache-2.0
package import TaskListClient

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
