// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import QuickStart
import SignIn

/// The command `tessera accounts`.
package struct AccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts", abstract: "Show who is signed in.")

    @OptionGroup var options: SettingsOptions
    @OptionGroup var output: JSONOption

    func run() async throws {
        let accounts = try await AppConnection.run(options) { connection in
            for damage in try await connection.accounts.damagedAccounts() {
                Terminal.note("warning: \(damage.message)")
            }
            return try await connection.accounts.accounts(of: connection.settings.registration)
        }
        guard !output.json else {
            return try Terminal.json(
                accounts.enumerated().map { AccountReport($0.element, isCurrent: $0.offset == 0) })
        }
        guard !accounts.isEmpty else {
            return Terminal.note("Nobody is signed in. Run `\(options.command("tessera sign-in"))`.")
        }
        let rows = accounts.enumerated().map { index, account in
            [
                index == 0 ? "*" : " ", account.names.name ?? "",
                account.names.username ?? account.identity.subject,
                account.needsSignIn ? "sign in again" : "signed in",
            ]
        }
        Table(heading: ["", "NAME", "USER NAME", "STATE"], rows: rows).lines.forEach(Terminal.result)
    }
}
