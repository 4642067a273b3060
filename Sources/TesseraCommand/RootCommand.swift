// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The command `tessera`, the root of all others.
struct RootCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tessera",
        abstract: "Sign in, find people, keep tasks – and try all of it without a cloud.",
        discussion: """
            Begin with `tessera demo` in one terminal, then `tessera sign-in` in another.

            Exit codes: 0 done · 1 refused or failed · 64 wrong arguments · 69 nobody answers · 73 a file or folder \
            cannot be written · 77 sign in first · 78 the settings are wrong.
            """,
        version: "0.1.0",
        groupedSubcommands: [
            CommandGroup(
                name: "Accounts",
                subcommands: [SignInCommand.self, AccountsCommand.self, SignOutCommand.self]),
            CommandGroup(name: "With an account", subcommands: [PeopleCommand.self, TasksCommand.self]),
            CommandGroup(name: "Servers", subcommands: [DemoCommand.self, TenantCommand.self]),
        ])
}
