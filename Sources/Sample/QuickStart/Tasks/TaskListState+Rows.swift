// SPDX-License-Identifier: Apache-2.0
import TaskList

extension TaskListState {
    /// The loading state of the page.
    package var phase: Phase<[TaskRow]> {
        switch confirmed {
        case .idle: .idle
        case .busy: .busy
        case .failed(let failure): .failed(failure)
        case .signedOut: .signedOut
        case .empty, .content:
            rows.isEmpty ? .empty : .content(rows)
        }
    }

    /// The tasks that the service confirmed, with the open changes applied.
    var rows: [TaskRow] {
        var rows = (confirmed.content ?? []).map(TaskRow.init)
        for change in changes {
            switch change.action {
            case .add(let text):
                rows.append(
                    TaskRow(
                        id: "adding \(change.number)", text: text, completed: false, date: nil, isSaving: true))
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
