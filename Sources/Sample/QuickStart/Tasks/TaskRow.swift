// SPDX-License-Identifier: Apache-2.0
package import Foundation
import TaskList

/// One line of the task list, with open changes applied.
package struct TaskRow: Sendable, Hashable, Identifiable {
    /// The task's id; our own id until the service has added the task.
    package let id: String
    /// The task's text.
    package internal(set) var text: String
    /// Whether the task is done.
    package internal(set) var completed: Bool
    /// The time at which it was added; `nil` until the service has added it.
    package let date: Date?
    /// Whether the service has not confirmed this line yet.
    package internal(set) var isSaving: Bool

    init(_ task: TaskItem) {
        self.init(id: task.id, text: task.text, completed: task.completed, date: task.date, isSaving: false)
    }

    init(id: String, text: String, completed: Bool, date: Date?, isSaving: Bool) {
        self.id = id
        self.text = text
        self.completed = completed
        self.date = date
        self.isSaving = isSaving
    }
}
