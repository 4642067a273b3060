// SPDX-License-Identifier: Apache-2.0
/// A line of the task list in words.
package struct TaskSummary: Sendable, Hashable {
    /// The title of the control that marks the task as done, or as not done.
    package let toggle: String
    /// Whether the task is done, and when it was added.
    package let state: String
    /// The name of the system's symbol for that control.
    package let symbol: String
    /// When the task was added; empty until the service has added it.
    package let added: String
    /// The title of the control that changes the text.
    package let edit: String
    /// The title of the control that removes the task.
    package let remove: String

    /// Describes a line in one language.
    package init(_ row: TaskRow, in texts: Texts) {
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
