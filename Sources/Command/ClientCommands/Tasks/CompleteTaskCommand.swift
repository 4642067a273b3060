// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import QuickStart
import TaskList

/// The command `tessera tasks done`.
struct CompleteTaskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "done", abstract: "Tick tasks off, or take that back.")

    @Argument(help: ArgumentHelp("The tasks' ids, or enough of their beginnings.", valueName: "id"))
    var ids: [String]

    @Flag(name: .long, help: "The tasks are not done after all.")
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
        try options.print(undo ? "Not done" : "Done", tasks)
    }
}
