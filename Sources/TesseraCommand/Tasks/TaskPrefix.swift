// SPDX-License-Identifier: Apache-2.0
import TaskList

/// The beginning of a task's id, as people type it.
enum TaskPrefix {
    /// What the list shows of an id.
    static func shortest(of id: String) -> String { String(id.prefix(8)) }

    /// The one task that a typed beginning means.
    ///
    /// - Throws: ``CommandError`` if it is none or several.
    static func task(_ typed: String, among tasks: [TaskItem]) throws -> TaskItem {
        if let exact = tasks.first(where: { $0.id == typed }) { return exact }
        let matching = tasks.filter { !typed.isEmpty && $0.id.hasPrefix(typed.lowercased()) }
        guard matching.count <= 1 else {
            throw CommandError(
                "\(matching.count) tasks have an id that begins with \(typed)", hint: "type more of the id")
        }
        guard let task = matching.first else {
            throw CommandError("there is no task '\(typed)'", hint: "see the ids with `tessera tasks list`")
        }
        return task
    }
}
