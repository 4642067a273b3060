// SPDX-License-Identifier: Apache-2.0

/// A table of tasks, with one line for each.
struct TaskTable {
    let heading = ["ID", "DONE", "TASK"]
    let rows: [[String]]

    init(_ tasks: [TaskReport]) {
        rows = tasks.map { [TaskPrefix.shortest(of: $0.id), $0.completed ? "✓" : "", $0.text] }
    }

    var table: Table { Table(heading: heading, rows: rows) }
}
