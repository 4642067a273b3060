// SPDX-License-Identifier: Apache-2.0
import Foundation
import QuickStart
import TaskList

/// A task in JSON output.
struct TaskReport: Encodable, Sendable {
    let id: String
    let text: String
    let completed: Bool
    let date: Date?

    init(_ task: TaskItem) {
        id = task.id
        text = task.text
        completed = task.completed
        date = task.date
    }

    init(_ row: TaskRow) {
        id = row.id
        text = row.text
        completed = row.completed
        date = row.date
    }
}
