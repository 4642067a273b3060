// SPDX-License-Identifier: Apache-2.0
import CommandArguments
import MicrosoftGraph
import PortableFoundation
import QuickStart
import SignIn

struct ExportPeopleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export all people in your organization to a file.",
        discussion: """
            csv is for spreadsheets: no cell can be a formula. json has one object per line. vcard is for address books.

            With --output, rerun the command to resume an interrupted export. The file appears when complete, and \
            only you can read it.
            """)

    @Option("--format <format>", help: "The format: csv, json, or vcard.")
    var format: ExportFormat = .csv

    @Option("--output <file>", help: "The file to write. Default: standard output.")
    var output: String?

    @Option("--photos <folder>", help: "The folder for photos, each named by the person's id.")
    var photos: String?

    @OptionGroup var account: AccountOptions
    @OptionGroup var options: SettingsOptions

    func validate() throws {
        guard output != "" else { throw ValidationError("--output needs a file name.") }
        guard photos != "" else { throw ValidationError("--photos needs a folder name.") }
    }

    func run() async throws {
        let count = try await AppConnection.run(options) { connection in
            let account = try await connection.account(named: account.account)
            return try await connection.offeringConsent(for: account) {
                try await export(connection, for: account)
            }
        }
        Terminal.note("Exported \(count) people\(output.map { " to \($0)" } ?? "").")
    }

    private func export(_ connection: AppConnection, for account: Account) async throws -> Int {
        let folder = try photos.map(PhotoFolder.init)
        let export = PeopleExport(
            graph: try connection.graph(as: account), writer: PersonWriter(format: format, hasPhotos: folder != nil),
            photos: folder)
        let place = try output.map(ExportOutput.init(file:)) ?? ExportOutput()
        let choices = ExportState.Choices(
            format: format.rawValue, account: account.id.rawValue,
            graph: connection.settings.graph?.absoluteString ?? "",
            photos: folder?.folder.absoluteURL.path)
        var reached: ExportState?
        do {
            return try await ProgressBar.during("exporting people") { bar in
                try await export.run(to: place, choices) { state in
                    reached = state
                    if let total = state.total, total > 0 { bar.show(Double(state.people) / Double(total)) }
                }
            }
        } catch {
            if place.isFile, let reached, reached.next != nil {
                Terminal.note("Exported \(reached.people) people so far. Rerun the command to resume.")
            }
            throw error
        }
    }
}
