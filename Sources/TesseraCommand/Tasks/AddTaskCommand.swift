// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import SignIn
import TaskList

/// The command `tessera tasks add`.
struct AddTaskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a task.")

    @Argument(help: ArgumentHelp("What is to be done; several words need no quotes.", valueName: "text"))
    var words: [String]

    @OptionGroup var account: AccountOptions
    @OptionGroup var options: SettingsOptions
    @OptionGroup var output: JSONOption

    func validate() throws {
        guard words.contains(where: { !$0.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty }) else {
            throw ValidationError("Say what is to be done.")
        }
    }

    func run() async throws {
        let task = try await AppSession.run(options) { app in
            try await app.taskList(as: try await app.account(named: account.account))
                .add(words.joined(separator: " "))
        }
        guard !output.json else { return try Terminal.json(TaskReport(task)) }
        Terminal.result("Added \(TaskPrefix.shortest(of: task.id))  \(task.text)")
    }
}
