// SPDX-License-Identifier: Apache-2.0
import CommandArguments

/// The commands of the program of eb9d09e0, whose help pages and transcripts are in `Tests/Recorded`.
///
/// The texts are those of that commit, which parsed its arguments with swift-argument-parser. The commands do no work:
/// they only show whether the same declarations print the same pages.
enum RecordedProgram {
    struct RootCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "tessera",
            abstract: "Sign in, find people, keep tasks – and try all of it without a cloud.",
            discussion: """
                Begin with `tessera demo` in one terminal, then `tessera sign-in` in another.

                ENVIRONMENT:
                  TESSERA_HOME      the folder where accounts and servers' data are kept
                  XDG_DATA_HOME     the folder for data on Linux, in which it is tessera
                                    unless TESSERA_HOME names one
                  TESSERA_SETTINGS  the settings.plist to use, or demo, or demo-b2c
                  TESSERA_DATABASE  the address of PostgreSQL for the sessions of
                                    `tessera web`, in place of --database FILE
                  TESSERA_LOG       how much servers log: trace, debug, info or warning
                  BROWSER           the browser that shows the sign-in pages
                  TESSERA_ACCOUNT_KEY_FILE, TESSERA_ACCOUNT_KEY
                                    the key that seals accounts, on a server: a file of
                                    its own, or the key itself
                  TESSERA_ADMINISTRATION_KEY
                                    what a tenant and a demo ask for at their API for
                                    tests; never sent over plain http elsewhere

                EXIT CODES:
                   0  done
                   1  refused or failed
                  64  wrong arguments
                  65  a file holds something wrong
                  66  a file is not there, or cannot be read
                  69  nobody answers, or an address is taken
                  73  a file or folder cannot be written
                  77  sign in first, or again
                  78  the settings are missing or wrong
                 130  ended with Ctrl-C
                """,
            version: "0.1.0",
            groupedSubcommands: [
                CommandGroup(
                    name: "Accounts", subcommands: [SignInCommand.self, AccountsCommand.self, SignOutCommand.self]),
                CommandGroup(
                    name: "With an account", subcommands: [PeopleCommand.self, TasksCommand.self, CallCommand.self]),
                CommandGroup(
                    name: "Tokens", subcommands: [TokenCommand.self, InspectCommand.self, UserInfoCommand.self]),
                CommandGroup(name: "Servers", subcommands: [DemoCommand.self, WebCommand.self, TenantCommand.self]),
            ])
    }
}
