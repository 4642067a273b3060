// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation
import TaskListClient

/// One line of the task list, with pending changes applied.
public struct TaskRow: Sendable, Hashable, Identifiable {
    /// The task's ID; a temporary one until the service has added the task.
    public let id: String
    /// The task's text.
    public internal(set) var text: String
    /// Whether the task is done.
    public internal(set) var completed: Bool
    /// When the task was added; `nil` until the service has added it.
    public let date: Date?
    /// Whether the service has not confirmed this line.
    public internal(set) var isSaving = false
}

/// A line of the task list as text.
public struct TaskSummary: Sendable, Hashable {
    /// The title of the control that marks the task as done, or as not done.
    public let toggle: String
    /// Whether the task is done, and when it was added.
    public let state: String
    /// The system symbol of that control.
    public let symbol: String
    /// When the task was added; empty until the service has added it.
    public let added: String
    /// The title of the control that changes the text.
    public let edit: String
    /// The title of the control that removes the task.
    public let remove: String

    /// Describes a line in one language.
    public init(_ row: TaskRow, in texts: Texts) {
        toggle = row.completed ? texts.tasks.markOpen(row.text) : texts.tasks.markDone(row.text)
        symbol = row.completed ? "checkmark.circle.fill" : "circle"
        let added = row.date.map { texts.tasks.added(texts.dayAndTime($0)) } ?? ""
        self.added = added
        state = [row.completed ? texts.tasks.done : texts.tasks.open, added].filter { !$0.isEmpty }
            .joined(separator: ", ")
        edit = texts.tasks.editTask(row.text)
        remove = texts.tasks.removeTask(row.text)
    }
}
