// SPDX-License-Identifier: Apache-2.0
import TaskList

/// The beginning of a task's id, as the person types it.
enum TaskPrefix {
    /// The part of an id that the list shows.
    static func shortest(of id: String) -> String { String(id.prefix(8)) }

    /// The tasks for typed beginnings, without repetitions; if several fit, a person at a terminal chooses.
    ///
    /// It finds all tasks before the command changes the first one.
    ///
    /// - Throws: ``CommandError`` if a beginning fits no task, or several without a terminal to choose.
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

    /// The task with this id; otherwise all tasks with an id that begins so.
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
