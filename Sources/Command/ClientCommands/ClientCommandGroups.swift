// SPDX-License-Identifier: Apache-2.0
public import CommandArguments
@_exported public import CommandTerminal

/// The commands that run no server in this program, grouped as in the help.
public enum ClientCommandGroups {
    /// All groups, in the order of the help.
    public static var all: [CommandGroup] {
        [
            CommandGroup(
                name: "Accounts", subcommands: [SignInCommand.self, AccountsCommand.self, SignOutCommand.self]),
            CommandGroup(
                name: "With an account", subcommands: [PeopleCommand.self, TasksCommand.self, CallCommand.self]),
            CommandGroup(name: "Tokens", subcommands: [TokenCommand.self, InspectCommand.self, UserInfoCommand.self]),
        ]
    }
}
