// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import MicrosoftGraph
import SignIn

/// The command `tessera people show`.
struct ShowPersonCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one person.")

    @Argument(help: ArgumentHelp("The person's user name or id; `me` is you.", valueName: "who"))
    var who: String

    @OptionGroup var account: AccountOptions
    @OptionGroup var options: SettingsOptions
    @OptionGroup var output: JSONOption

    func run() async throws {
        let person = try await AppSession.run(options) { app in
            let graph = try app.graph(as: try await app.account(named: account.account))
            return try await who == "me" ? graph.me() : graph.person(who)
        }
        guard !output.json else { return try Terminal.json(person) }
        let lines: [(String, String?)] = [
            ("Name", person.displayName), ("User name", person.userPrincipalName), ("Mail", person.mail),
            ("Job", person.jobTitle), ("Department", person.department), ("Office", person.officeLocation),
            ("Business phone", person.businessPhones.map { $0.joined(separator: ", ") }),
            ("Mobile phone", person.mobilePhone), ("Language", person.preferredLanguage), ("Id", person.id),
        ]
        for (label, value) in lines {
            guard let value, !value.isEmpty else { continue }
            Terminal.result(label + String(repeating: " ", count: 16 - label.count) + value)
        }
    }
}
