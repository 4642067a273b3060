// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import QuickStart
import SignIn

/// The options for the account and the output of task commands.
struct TaskOptions: ParsableArguments {
    @OptionGroup var account: AccountOptions
    @OptionGroup var settings: SettingsOptions
    @OptionGroup var output: JSONOption

    /// Runs `body` with the task list of the chosen account; the settings decide between employees and customers.
    func run<Result: Sendable>(
        _ body: @escaping @Sendable (any TaskSource) async throws -> Result
    ) async throws -> Result {
        try await AppConnection.run(settings) { connection in
            let account = try await connection.account(named: account.account)
            return try await body(ServiceTasks(connection, as: { account.id }))
        }
    }

    /// Prints the changed tasks.
    func print(_ verb: String, _ tasks: [TaskReport]) throws {
        guard !output.json else { return try Terminal.json(tasks) }
        for task in tasks { Terminal.result("\(verb) \(TaskPrefix.shortest(of: task.id))  \(task.text)") }
    }
}
