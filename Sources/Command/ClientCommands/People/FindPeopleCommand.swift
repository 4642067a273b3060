// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import MicrosoftGraph
import QuickStart
import SignIn

/// The command `tessera people find`.
struct FindPeopleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "Find people by the beginning of a name or an address.",
        discussion: "It looks at given name, surname, display name, mail address and user name.")

    @Argument(
        help: ArgumentHelp("What the name begins with; several words need no quotes.", valueName: "text"))
    var words: [String]

    @Option(name: .long, help: ArgumentHelp("Where to stop.", valueName: "people"))
    var limit: Int = 500

    @OptionGroup var account: AccountOptions
    @OptionGroup var options: SettingsOptions
    @OptionGroup var output: JSONOption

    private var text: String { words.joined(separator: " ").trimmingCharacters(in: .whitespaces) }

    func validate() throws {
        guard !text.isEmpty else { throw ValidationError("Say what the name begins with.") }
        guard limit > 0 else { throw ValidationError("--limit must be at least 1.") }
    }

    func run() async throws {
        let people = try await AppConnection.run(options) { connection in
            let account = try await connection.account(named: account.account)
            return try await connection.offeringConsent(for: account) {
                try await PeopleSearchModel(DirectoryPeople(connection, as: { account.id }))
                    .people(matching: text, upTo: limit)
            }
        }
        guard !output.json else { return try Terminal.json(people) }
        guard !people.isEmpty else { return Terminal.note("Nobody's name or address begins with “\(text)”.") }
        PeopleTable(people).table.lines.forEach(Terminal.result)
    }
}
