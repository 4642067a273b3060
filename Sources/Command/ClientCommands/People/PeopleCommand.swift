// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The command `tessera people`.
package struct PeopleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "people", abstract: "Find and show people of your organization.",
        subcommands: [FindPeopleCommand.self, ShowPersonCommand.self])
}
