// SPDX-License-Identifier: Apache-2.0
import ClientCommands
package import CommandArguments
import HTTPServing
import LocalCertificates
import OAuthMessages
import PortableFoundation
import PostgresStorage
import ProgramLifecycle
import QuickStart
import QuickStartWeb
import ServerTLS
import ServerTelemetry
import SignIn
import WebSignIn

package struct WebCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "web", abstract: "Run the web app: people search, tasks, and accounts.",
        discussion: """
            Each settings.plist contains a registration with a secret and a redirect URI at the app's URL; see \
            docs/settings.md. Without --settings, runs a second process of the running demo's app, with the same \
            sessions.

            SIGHUP reloads these files, the --database file, and the --tls certificates. In a terminal, SIGHUP ends \
            the program, because closing the window sends it.
            """,
        subcommands: [WebSessionsCommand.self])

    @Option("--settings <file>", help: "A settings.plist: one for people search, one for tasks.")
    var settings: [String] = []

    @OptionGroup var place: ServerAddressOptions
    @OptionGroup var storage: WebDataOption
    @OptionGroup(title: "For operators") var operators: OperatorOptions
    @Flag("--open", help: "Open the app in a browser.")
    var open = false
    @OptionGroup var output: JSONOption

    package init() {}

    package func run() async throws {
        let files = try Self.load(settings)
        let folder = try storage.folder(besideSettings: !settings.isEmpty)
        let addresses = try await WebAddress(place, for: files)
        let base = addresses.names.base
        let certificates = place.tls ? try Self.certificates(in: folder, for: addresses.names) : nil
        let (json, open) = (output.json, open)
        let sessions = try await storage.open(besideSettings: !settings.isEmpty, logger: operators.logger("database"))
        try await withSystemTransport { transport in
            let observation = try await operators.observation(of: "web", over: transport)
            observation?.readiness.require(Self.check(sessions.storage))
            if let database = sessions.database { observation?.report { database.figures.byName } }
            let app = { @Sendable (files: [Settings]) in
                try QuickStartWeb(
                    files.map { $0.answering(at: base.description) }, at: addresses.url,
                    keepingIn: sessions.storage, over: observation?.transport ?? transport)
            }
            let first = try app(files)
            let current = CurrentResponder(addresses.responder(of: first))
            let identity = try (certificates?.identity).map(CurrentTLSIdentity.init)
            let servers = addresses.servers(current, identity: identity, observedBy: observation) {
                let report = Report(url: base.description, data: sessions.place)
                if json { try? Terminal.json(report) } else { try? Terminal.result("Listening on \(base)") }
                if open { await WebAddress.show(addresses.url) }
            }
            if let certificates { Self.noteTrust(certificates) }
            let reload = reload(
                identity: identity, from: { try Self.certificates(in: folder, for: addresses.names).identity },
                database: sessions.database
            ) { current.replace(with: addresses.responder(of: try app($0).replacing(first))) }
            let services: [(any Service)?] = [sessions.database, reload]
            try await ServerProgram(
                services.compactMap(\.self) + servers, logger: operators.logger("web"),
                endingWith: [SIGINT, SIGTERM] + (reload == nil ? [SIGHUP] : []), within: operators.longestEnd
            ).run()
        }
    }

    /// `nil` in a terminal, whose window sends SIGHUP when it closes.
    private func reload(
        identity: CurrentTLSIdentity?, from readIdentity: @escaping @Sendable () throws -> TLSIdentity,
        database: PostgresDatabase?, replacingApp: @escaping @Sendable ([Settings]) throws -> Void
    ) -> ReloadOnHangup? {
        guard isatty(STDIN_FILENO) == 0 else { return nil }
        var logger = operators.logger("settings")
        // An operator who sends SIGHUP expects a log line, but the usual level shows only warnings.
        if !logger.writes(.notice) { logger.level = .notice }
        return ReloadOnHangup(logger: logger) { [settings, storage] in
            // Reads everything before the first change takes effect.
            let files = try Self.load(settings)
            let address = storage.databaseFile == nil ? nil : try storage.databaseAddress()
            let latest = try identity.map { _ in try CurrentTLSIdentity(readIdentity()) }
            try replacingApp(files)
            var taken = ["--settings"]
            if let identity, let latest {
                identity.replace(with: latest)
                taken.append("--tls")
            }
            if let database, let address {
                database.use(address)
                taken.append("--database")
            }
            return taken
        }
    }

    private static func certificates(in folder: URL, for names: ServerNames) throws -> LocalCertificates {
        try LocalCertificates(
            in: WebDataOption.certificates(in: folder), hosts: Set(names.authorities.map(\.host)), now: Date())
    }

    private static func check(_ sessions: any WebSessionStorage) -> ServiceReadiness.Check {
        .init("sessions") {
            do { _ = try await sessions.session(StoredSession.Lookup(rawValue: "none")) } catch {
                return "the session store does not respond"
            }
            return nil
        }
    }

    private struct Report: Encodable {
        let url: String
        let data: String
    }

    private static func load(_ files: [String]) throws -> [Settings] {
        guard files.isEmpty else { return try files.map { try Settings(contentsOf: URL(filePath: $0)) } }
        guard let work = try DemoNote.read() else {
            throw CommandError(
                "no settings were given, and no demo is running",
                hint: "run `tessera demo` in another terminal, or use a file: --settings FILE", .settingsWrong)
        }
        return try DemoSettings.web(beside: work).map(DemoNote.settings)
    }

    private static func noteTrust(_ certificates: LocalCertificates) {
        let instructions = TrustInstructions(authority: certificates.authorityFile)
        (["Browsers must trust its certificate authority:", ""] + instructions.brief).forEach(Terminal.note)
    }
}
