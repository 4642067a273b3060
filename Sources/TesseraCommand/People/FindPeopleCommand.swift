// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import MicrosoftGraph
import SignIn

/// The command `tessera people find`.
struct FindPeopleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "Find people by the beginning of their given name.")

    @Argument(help: ArgumentHelp("What the given name begins with.", valueName: "name"))
    var name: String

    @Option(name: .long, help: ArgumentHelp("Where to stop.", valueName: "people"))
    var limit: Int = 500

    @OptionGroup var account: AccountOptions
    @OptionGroup var options: SettingsOptions
    @OptionGroup var output: JSONOption

    func validate() throws {
        guard !name.trimmingCharacters(in: .whitespaces).isEmpty else {
            throw ValidationError("Say what the name begins with.")
        }
        guard limit > 0 else { throw ValidationError("--limit must be at least 1.") }
    }

    func run() async throws {
        let people = try await AppSession.run(options) { app in
            let graph = try app.graph(as: try await app.account(named: account.account))
            return try await graph.people(givenNameStartsWith: name).all(limit: limit)
        }
        guard !output.json else { return try Terminal.json(people) }
        guard !people.isEmpty else { return Terminal.note("Nobody's given name begins with “\(name)”.") }
        let rows = people.map {
            [
                $0.displayName ?? "", $0.userPrincipalName ?? "", $0.jobTitle ?? "",
                $0.businessPhones?.first ?? $0.mobilePhone ?? "",
            ]
        }
        Table(heading: ["NAME", "USER NAME", "JOB", "PHONE"], rows: rows).lines.forEach(Terminal.result)
    }
}
