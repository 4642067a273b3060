// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The command `tessera tasks`.
package struct TasksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tasks", abstract: "Keep a list of tasks that nobody else sees.",
        subcommands: [
            ListTasksCommand.self, AddTaskCommand.self, CompleteTaskCommand.self, RemoveTaskCommand.self,
        ])
}
