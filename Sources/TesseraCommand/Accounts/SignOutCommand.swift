// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import QuickStart
import SignIn

/// The command `tessera sign-out`.
struct SignOutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "Forget an account and its tokens on this machine.")

    @OptionGroup var options: SettingsOptions
    @OptionGroup var output: JSONOption

    @Argument(
        help: ArgumentHelp("The user name of the account; without it, the latest sign-in.", valueName: "name")
    )
    var name: String?

    @Flag(name: .long, help: "Forget every account of these settings.")
    var all = false

    func validate() throws {
        guard name == nil || !all else { throw ValidationError("Name an account or use --all, not both.") }
    }

    func run() async throws {
        let accounts = try await AppSession.run(options) { app in
            let chosen =
                all
                ? try await app.accounts.accounts(of: app.settings.registration)
                : [try await app.account(named: name)]
            for account in chosen { try await app.accounts.remove(account.id) }
            return chosen
        }
        guard !output.json else {
            return try Terminal.json(accounts.map { AccountReport($0, isCurrent: false) })
        }
        for account in accounts { Terminal.result("Signed out \(account.label).") }
        if accounts.isEmpty { Terminal.note("Nobody is signed in.") }
    }
}
