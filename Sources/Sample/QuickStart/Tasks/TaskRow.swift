// SPDX-License-Identifier: Apache-2.0
public import Foundation
import TaskList

/// One line of the task list, with open changes applied.
public struct TaskRow: Sendable, Hashable, Identifiable {
    /// The task's id; our own id until the service has added the task.
    public let id: String
    /// The task's text.
    public let text: String
    /// Whether the task is done.
    public internal(set) var completed: Bool
    /// The time at which it was added; `nil` until the service has added it.
    public let date: Date?
    /// Whether the service has not confirmed this line yet.
    public internal(set) var isSaving: Bool

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
