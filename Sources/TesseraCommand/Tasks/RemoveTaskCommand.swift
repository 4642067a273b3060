// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import SignIn
import TaskList

/// The command `tessera tasks remove`.
struct RemoveTaskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a task.")

    @Argument(help: ArgumentHelp("The task's id, or enough of its beginning.", valueName: "id"))
    var id: String

    @OptionGroup var account: AccountOptions
    @OptionGroup var options: SettingsOptions
    @OptionGroup var output: JSONOption

    func run() async throws {
        let task = try await AppSession.run(options) { app in
            let list = try app.taskList(as: try await app.account(named: account.account))
            let task = try TaskPrefix.task(id, among: try await list.tasks())
            try await list.remove(task.id)
            return task
        }
        guard !output.json else { return try Terminal.json(TaskReport(task)) }
        Terminal.result("Removed \(TaskPrefix.shortest(of: task.id))  \(task.text)")
    }
}
