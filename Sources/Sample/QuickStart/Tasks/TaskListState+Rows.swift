// SPDX-License-Identifier: Apache-2.0
import TaskListClient

extension TaskListState {
    /// The filters of a task list.
    public enum Filter: String, Sendable, Hashable, CaseIterable, Codable {
        case all
        case open
        case done

        /// Whether the filter includes a task.
        public func shows(_ row: TaskRow) -> Bool {
            switch self {
            case .all: true
            case .open: !row.completed
            case .done: row.completed
            }
        }
    }

    /// The number of tasks that are not done.
    public var openCount: Int { rows.count { !$0.completed } }

    /// The loading state of the page.
    public var phase: Phase<[TaskRow]> {
        switch confirmed {
        case .idle: .idle
        case .busy: .busy
        case .failed(let failure): .failed(failure)
        case .signedOut: .signedOut
        case .empty, .content:
            rows.isEmpty ? .empty : .content(rows)
        }
    }

    /// The loading state with a filter; empty if no task matches.
    public func phase(_ filter: Filter) -> Phase<[TaskRow]> {
        guard let rows = phase.content?.filter(filter.shows) else { return phase }
        return rows.isEmpty ? .empty : .content(rows)
    }

    var rows: [TaskRow] {
        func row(_ task: TaskItem, isSaving: Bool) -> TaskRow {
            TaskRow(id: task.id, text: task.text, completed: task.completed, date: task.date, isSaving: isSaving)
        }
        var rows = (confirmed.content ?? []).map { row($0, isSaving: false) }
        for change in changes {
            switch change.action {
            case .add(let text):
                rows.append(
                    TaskRow(
                        id: "adding \(change.number)", text: text, completed: false, date: nil, isSaving: true))
            case .restore(let task):
                rows.append(row(task, isSaving: true))
            case .edit(let text, let id):
                guard let index = rows.firstIndex(where: { $0.id == id }) else { continue }
                rows[index].text = text
                rows[index].isSaving = true
            case .setCompleted(let completed, let id):
                guard let index = rows.firstIndex(where: { $0.id == id }) else { continue }
                rows[index].completed = completed
                rows[index].isSaving = true
            case .remove(let id): rows.removeAll { $0.id == id }
            }
        }
        return rows
    }
}
