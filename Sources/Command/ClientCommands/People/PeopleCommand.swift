// SPDX-License-Identifier: Apache-2.0
import CommandArguments
import MicrosoftGraph
import PortableFoundation
import QuickStart
import SignIn

struct PeopleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "people", abstract: "Find, show, and export people in your organization.",
        subcommands: [FindPeopleCommand.self, ShowPersonCommand.self, ExportPeopleCommand.self])
}

struct FindPeopleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "Find people by the start of a name or email address.",
        discussion: "Searches given name, surname, display name, email address, and user name.")

    @Argument("<text>", help: "The start of the name. Several words need no quotes.")
    var words: [String]

    @Option("--limit <people>", help: "The maximum number of people.")
    var limit: Int = 500

    @OptionGroup var account: AccountOptions
    @OptionGroup var options: SettingsOptions
    @OptionGroup var output: JSONOption

    private var text: String { words.joined(separator: " ").trimmed }

    func validate() throws {
        guard !text.isEmpty else { throw ValidationError("Enter the start of a name.") }
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
        guard !people.isEmpty else { return Terminal.note("No name or address begins with “\(text)”.") }
        try Table(people).lines.forEach(Terminal.result)
    }
}

struct ShowPersonCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a person, with manager and direct reports.")

    @Argument("<who>", help: "A user name, an id, or the start of a name. `me` is you.")
    var who: String

    @Option("--photo <file>", help: "The file for the person's photo.")
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
        try report.lines.forEach(Terminal.result)
    }

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
            if photo == .empty { Terminal.note("This person has no photo.") }
            return
        }
        try OutputFile.write(photo.data, to: file)
        Terminal.note("Wrote the photo (\(photo.format.rawValue)) to \(file).")
    }
}

extension PeopleSearchModel {
    func people(matching text: String, upTo limit: Int) async throws -> [Person] {
        self.text = text
        submit()
        try await settledOrLeft()
        while state.more == .available, state.phase.content?.count ?? limit < limit {
            showMore()
            try await settledOrLeft()
        }
        if case .failed(let failure) = state.more { throw failure }
        return Array((try state.phase.outcome() ?? []).prefix(limit))
    }

    private func settledOrLeft() async throws {
        await withTaskCancellationHandler {
            await settled()
        } onCancel: {
            Task { @MainActor in cancel() }
        }
        try Task.checkCancellation()
    }
}

extension Table {
    init(_ people: [Person]) {
        self.init(
            heading: ["NAME", "USER NAME", "JOB", "PHONE"],
            rows: people.map {
                [
                    $0.displayName ?? "", $0.userPrincipalName ?? "", $0.jobTitle ?? "",
                    $0.businessPhones?.first ?? $0.mobilePhone ?? "",
                ]
            })
    }
}

extension AppConnection {
    /// Runs `body`, and again if the user consents at the terminal to a missing permission.
    func offeringConsent<Result: Sendable>(
        for account: Account, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch {
            let failure = Failure(error)
            guard case .consent(let scopes) = failure.action, !scopes.isEmpty,
                try await Terminal.confirms("\(Texts.english.sentence(of: failure)) Request it now?")
            else { throw error }
            let source = TerminalSignIn(
                connection: self, way: await SignInWay.chosen(for: self).way, account: account.id)
            _ = try await TerminalSignIn.run(source, for: .consent(scopes))
            return try await body()
        }
    }
}
