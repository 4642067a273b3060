// SPDX-License-Identifier: Apache-2.0
import CommandArguments
import PortableFoundation
import QuickStart
import SignIn
import TaskListClient

struct TaskOptions: ParsableArguments {
    @OptionGroup var account: AccountOptions
    @OptionGroup var settings: SettingsOptions
    @OptionGroup var output: JSONOption

    func run<Result: Sendable>(
        _ body: @escaping @Sendable (any TaskSource) async throws -> Result
    ) async throws -> Result {
        try await AppConnection.run(settings) { connection in
            let account = try await connection.account(named: account.account)
            return try await body(ServiceTasks(connection, as: { account.id }))
        }
    }

    func print(_ verb: String, _ tasks: [TaskReport]) throws {
        guard !output.json else { return try Terminal.json(tasks) }
        for task in tasks { try Terminal.result("\(verb) \(TaskPrefix.shortest(of: task.id))  \(task.text)") }
    }
}

enum TaskPrefix {
    static func shortest(of id: String) -> String { String(id.prefix(8)) }

    /// Finds all tasks before the command changes the first one.
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
        return matching[try await Picker("Which task?", Table(matching.map(TaskReport.init))).choose()]
    }

    static func matches(_ typed: String, among tasks: [TaskItem]) -> [TaskItem] {
        if let exact = tasks.first(where: { $0.id == typed }) { return [exact] }
        return tasks.filter { !typed.isEmpty && $0.id.hasPrefix(typed.lowercased()) }
    }

    private static func only(_ matching: [TaskItem], for typed: String) throws -> TaskItem {
        guard matching.count <= 1 else {
            throw CommandError(
                "\(matching.count) task ids begin with \(typed)", hint: "enter more of the id")
        }
        guard let task = matching.first else {
            throw CommandError("there is no task '\(typed)'", hint: "list the ids with \(tessera: "tasks list")")
        }
        return task
    }
}

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

extension Table {
    init(_ tasks: [TaskReport]) {
        self.init(
            heading: ["ID", "DONE", "TASK"],
            rows: tasks.map { [TaskPrefix.shortest(of: $0.id), $0.completed ? "✓" : "", $0.text] })
    }
}
