// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import MicrosoftGraph
import QuickStart
import SignIn

/// The command `tessera people show`.
struct ShowPersonCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one person, with manager and reports.")

    @Argument(
        help: ArgumentHelp(
            "The person's user name, id, or the beginning of a name; `me` is you.", valueName: "who"))
    var who: String

    @Option(name: .long, help: ArgumentHelp("Where to write the person's photo.", valueName: "file"))
    var photo: String?

    @OptionGroup var account: AccountOptions
    @OptionGroup var options: SettingsOptions
    @OptionGroup var output: JSONOption

    func run() async throws {
        let state = try await AppConnection.run(options) { connection in
            let account = try await connection.account(named: account.account)
            return try await connection.offeringConsent(for: account) {
                let graph = try connection.graph(as: account)
                let who = try await PersonName.resolve(who, for: account, among: graph)
                return try await Self.state(of: who, from: DirectoryPeople { graph })
            }
        }
        if let photo { try write(state.photo, to: photo) }
        guard let report = PersonReport(state, withPhoto: photo != nil) else { return }
        for complaint in report.complaints { Terminal.note("warning: \(complaint)") }
        guard !output.json else { return try Terminal.json(report) }
        report.lines.forEach(Terminal.result)
    }

    /// Loads all parts of a person's page; fails without the profile.
    @MainActor private static func state(of who: String, from people: DirectoryPeople) async throws -> PersonState {
        let model = PersonModel(people)
        model.open(who)
        await model.settled()
        try Task.checkCancellation()
        guard try model.state.profile.outcome() != nil else { throw CancellationError() }
        return model.state
    }

    private func write(_ photo: Phase<PersonPhoto>, to file: String) throws {
        guard let photo = photo.content else {
            if photo == .empty { Terminal.note("There is no photo.") }
            return
        }
        try photo.data.write(to: URL(filePath: file), options: .atomic)
        Terminal.note("Wrote the photo (\(photo.format.rawValue)) to \(file).")
    }
}
