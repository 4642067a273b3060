// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import SignIn
import TaskList

/// The command `tessera tasks list`.
struct ListTasksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show your tasks, the oldest first.")

    @OptionGroup var account: AccountOptions
    @OptionGroup var options: SettingsOptions
    @OptionGroup var output: JSONOption

    func run() async throws {
        let tasks = try await AppSession.run(options) { app in
            try await app.taskList(as: try await app.account(named: account.account)).tasks()
        }
        guard !output.json else { return try Terminal.json(tasks.map(TaskReport.init)) }
        guard !tasks.isEmpty else { return Terminal.note("No tasks. Add one with `tessera tasks add TEXT`.") }
        let rows = tasks.map { [TaskPrefix.shortest(of: $0.id), $0.text] }
        Table(heading: ["ID", "TASK"], rows: rows).lines.forEach(Terminal.result)
    }
}
