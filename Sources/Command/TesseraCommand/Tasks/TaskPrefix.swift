// SPDX-License-Identifier: Apache-2.0
import TaskList

/// The beginning of a task's id, as people type it.
enum TaskPrefix {
    /// What the list shows of an id.
    static func shortest(of id: String) -> String { String(id.prefix(8)) }

    /// The tasks that typed beginnings mean, each once; where one may be several, a person at a terminal chooses.
    ///
    /// All are known before anything is done to the first.
    ///
    /// - Throws: ``CommandError`` if one is none, or several and nobody is there to choose.
    static func tasks(_ typed: [String], among tasks: [TaskItem]) async throws -> [TaskItem] {
        var chosen: [TaskItem] = []
        for prefix in typed {
            let task = try await task(prefix, among: tasks)
            if !chosen.contains(where: { $0.id == task.id }) { chosen.append(task) }
        }
        return chosen
    }

    private static func task(_ typed: String, among tasks: [TaskItem]) async throws -> TaskItem {
        let matching = matches(typed, among: tasks)
        guard matching.count > 1, Terminal.isInteractive else { return try only(matching, for: typed) }
        let table = TaskTable(matching.map(TaskReport.init))
        return matching[try await Picker("Which task?", heading: table.heading, rows: table.rows).choose()]
    }

    /// The task of this id; else all whose ids begin so.
    static func matches(_ typed: String, among tasks: [TaskItem]) -> [TaskItem] {
        if let exact = tasks.first(where: { $0.id == typed }) { return [exact] }
        return tasks.filter { !typed.isEmpty && $0.id.hasPrefix(typed.lowercased()) }
    }

    private static func only(_ matching: [TaskItem], for typed: String) throws -> TaskItem {
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
