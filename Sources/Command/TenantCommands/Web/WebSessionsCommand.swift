// SPDX-License-Identifier: Apache-2.0
import ClientCommands
import CommandArguments
import PortableFoundation
import WebSignIn

struct WebSessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "List or end the app's sessions.",
        subcommands: [List.self, End.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the sessions with a signed-in user.")

        @OptionGroup var storage: WebDataOption
        @OptionGroup var output: JSONOption

        func run() async throws {
            let kept = try await WebSessionsCommand.open(storage)
            let sessions = try await kept?.storage.signedInSessions(at: Date()) ?? []
            guard !output.json else { return try Terminal.json(sessions.map(Report.init)) }
            let place = try kept?.place ?? storage.folder().path
            guard !sessions.isEmpty else {
                return Terminal.note("No user is signed in, according to the sessions in \(place).")
            }
            Terminal.note("The sessions in \(place):")
            let rows = sessions.map { session in
                [
                    session.id.rawValue, session.browser, session.startedAt.formatted(.iso8601),
                    session.usedAt.formatted(.iso8601), session.expiresAt.formatted(.iso8601),
                ]
            }
            try Table(heading: ["SESSION", "BROWSER", "SINCE", "LAST USED", "ENDS"], rows: rows).lines
                .forEach(Terminal.result)
        }
    }

    struct End: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "end", abstract: "End sessions. Their browsers must sign in again.")

        @Argument("<session>", help: "The sessions' ids, as shown by `list`.")
        var sessions: [String] = []

        @Flag("--all", help: "End all sessions.")
        var all = false

        @OptionGroup var storage: WebDataOption

        func validate() throws {
            guard all != !sessions.isEmpty else { throw ValidationError("Name the sessions to end, or use --all.") }
        }

        func run() async throws {
            let kept = try await WebSessionsCommand.open(storage)?.storage
            let present = try await kept?.signedInSessions(at: Date()) ?? []
            let chosen = all ? present : present.filter { sessions.contains($0.id.rawValue) }
            let missing = Set(sessions).subtracting(chosen.map(\.id.rawValue)).sorted()
            for session in chosen { try await kept?.remove(session.id) }
            try Terminal.result(chosen.count == 1 ? "Ended 1 session." : "Ended \(chosen.count) sessions.")
            guard missing.isEmpty else {
                throw CommandError(
                    "there is no session \(missing.map { "'\($0)'" }.joined(separator: ", "))",
                    hint: "list them with `tessera web sessions list`")
            }
        }
    }

    private struct Report: Encodable {
        let id: String
        let browser: String
        let startedAt: Date
        let usedAt: Date
        let expiresAt: Date

        init(_ session: StoredSession) {
            (id, browser, startedAt) = (session.id.rawValue, session.browser, session.startedAt)
            (usedAt, expiresAt) = (session.usedAt, session.expiresAt)
        }
    }

    /// `nil` for a folder in which no app ran, so that no file is created there.
    private static func open(_ storage: WebDataOption) async throws -> WebSessions? {
        if try storage.databaseAddress() == nil {
            let file = WebDataOption.file(in: try storage.folder())
            guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        }
        return try await storage.open(logger: ServerLogging.logger("database"))
    }
}
