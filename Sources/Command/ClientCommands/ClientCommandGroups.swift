// SPDX-License-Identifier: Apache-2.0
package import ArgumentParser

/// The commands of clients, in the groups of the help. They need no server in this program.
package enum ClientCommandGroups {
    package static var all: [CommandGroup] {
        [
            CommandGroup(
                name: "Accounts", subcommands: [SignInCommand.self, AccountsCommand.self, SignOutCommand.self]),
            CommandGroup(name: "With an account", subcommands: [PeopleCommand.self, TasksCommand.self]),
            CommandGroup(name: "Tokens", subcommands: [TokenCommand.self, InspectCommand.self, UserInfoCommand.self]),
        ]
    }
}
