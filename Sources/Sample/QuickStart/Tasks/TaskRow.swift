// SPDX-License-Identifier: Apache-2.0
public import Foundation
import TaskList

/// One line of the task list as the person should see it now.
public struct TaskRow: Sendable, Hashable, Identifiable {
    /// The task's id; one of our own while the task is being added.
    public let id: String
    /// What is to be done.
    public let text: String
    /// Whether it is done.
    public internal(set) var completed: Bool
    /// When it was added; `nil` while it is being added.
    public let date: Date?
    /// Whether the service has yet to confirm what is shown.
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
