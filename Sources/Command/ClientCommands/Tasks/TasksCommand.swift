// SPDX-License-Identifier: Apache-2.0
import CommandArguments
import PortableFoundation
import QuickStart
import TaskListClient

struct TasksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tasks", abstract: "Manage your private list of tasks.",
        subcommands: [ListTasksCommand.self, AddTaskCommand.self, CompleteTaskCommand.self, RemoveTaskCommand.self])
}

struct AddTaskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a task.")

    @Argument("<text>", help: "The text of the task. Several words need no quotes.")
    var words: [String]

    @OptionGroup var options: TaskOptions

    func validate() throws {
        guard words.contains(where: { !$0.trimmed.isEmpty }) else {
            throw ValidationError("Enter the text of the task.")
        }
    }

    func run() async throws {
        let text = words.joined(separator: " ")
        let task = TaskReport(try await options.run { try await $0.add(text) })
        guard !options.output.json else { return try Terminal.json(task) }
        try options.print("Added", [task])
    }
}

struct CompleteTaskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "done", abstract: "Mark tasks done, or reopen them.")

    @Argument("<id>", help: "The tasks' ids, or unique prefixes of them.")
    var ids: [String]

    @Flag("--undo", help: "Reopen the tasks.")
    var undo = false

    @OptionGroup var options: TaskOptions

    func run() async throws {
        let tasks = try await options.run { source in
            var changed: [TaskReport] = []
            for task in try await TaskPrefix.tasks(ids, among: try await source.tasks()) {
                changed.append(TaskReport(try await source.setCompleted(!undo, of: task.id)))
            }
            return changed
        }
        try options.print(undo ? "Reopened" : "Done", tasks)
    }
}

struct ListTasksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List your tasks, oldest first.")

    @Flag("--undone", help: "Leave out tasks that are done.")
    var undone = false

    @OptionGroup var options: TaskOptions

    func run() async throws {
        let all = try await options.run { try await Self.reports(of: $0) }
        let tasks = undone ? all.filter { !$0.completed } : all
        guard !options.output.json else { return try Terminal.json(tasks) }
        guard !all.isEmpty else { return Terminal.note("No tasks. Add one with `tessera tasks add TEXT`.") }
        guard !tasks.isEmpty else { return Terminal.note("All tasks are done.") }
        try Table(tasks).lines.forEach(Terminal.result)
    }

    @MainActor private static func reports(of source: any TaskSource) async throws -> [TaskReport] {
        let model = TaskListModel(source)
        model.load()
        await model.settled()
        try Task.checkCancellation()
        return (try model.state.phase.outcome() ?? []).map(TaskReport.init)
    }
}

struct RemoveTaskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove tasks.")

    @Argument("<id>", help: "The tasks' ids, or unique prefixes of them.")
    var ids: [String]

    @OptionGroup var options: TaskOptions

    func run() async throws {
        let tasks = try await options.run { source in
            let tasks = try await TaskPrefix.tasks(ids, among: try await source.tasks())
            for task in tasks { try await source.remove(task.id) }
            return tasks.map(TaskReport.init)
        }
        try options.print("Removed", tasks)
    }
}
