// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import QuickStart

/// The command `tessera tasks add`.
struct AddTaskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a task.")

    @Argument(help: ArgumentHelp("What is to be done; several words need no quotes.", valueName: "text"))
    var words: [String]

    @OptionGroup var options: TaskOptions

    func validate() throws {
        guard words.contains(where: { !$0.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty }) else {
            throw ValidationError("Say what is to be done.")
        }
    }

    func run() async throws {
        let text = words.joined(separator: " ")
        let task = TaskReport(try await options.run { try await $0.add(text) })
        guard !options.output.json else { return try Terminal.json(task) }
        try options.print("Added", [task])
    }
}
