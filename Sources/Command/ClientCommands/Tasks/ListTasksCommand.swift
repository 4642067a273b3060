// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import QuickStart
import TaskList

/// The command `tessera tasks list`.
struct ListTasksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show your tasks, the oldest first.")

    @Flag(name: .long, help: "Leave out the tasks that are done.")
    var undone = false

    @OptionGroup var options: TaskOptions

    func run() async throws {
        let all = try await options.run { try await Self.reports(of: $0) }
        let tasks = undone ? all.filter { !$0.completed } : all
        guard !options.output.json else { return try Terminal.json(tasks) }
        guard !all.isEmpty else { return Terminal.note("No tasks. Add one with `tessera tasks add TEXT`.") }
        guard !tasks.isEmpty else { return Terminal.note("Every task is done.") }
        TaskTable(tasks).table.lines.forEach(Terminal.result)
    }

    @MainActor private static func reports(of source: any TaskSource) async throws -> [TaskReport] {
        let model = TaskListModel(source)
        model.load()
        await model.settled()
        try Task.checkCancellation()
        return (try model.state.phase.outcome() ?? []).map(TaskReport.init)
    }
}
