// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import QuickStart
import TaskList

/// The command `tessera tasks remove`.
struct RemoveTaskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove tasks.")

    @Argument(help: ArgumentHelp("The tasks' ids, or enough of their beginnings.", valueName: "id"))
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
