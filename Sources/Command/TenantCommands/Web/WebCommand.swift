// SPDX-License-Identifier: Apache-2.0
package import ArgumentParser
import ClientCommands
import Foundation
import HTTPServing
import LocalCertificates
import Logging
import OAuth
import Observability
import PostgresStorage
import QuickStart
import QuickStartWeb
import ServiceLifecycle
import SignIn
import WebSignIn

/// The command `tessera web`.
package struct WebCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "web", abstract: "Run the app in a browser: people search, tasks, accounts.",
        discussion: """
            Each settings.plist names a registration with a secret, with a redirect URI at the app's address; \
            docs/settings.md says how. Without --settings, it is a second process of the running demo's app, with the \
            same sessions.
            """,
        subcommands: [WebSessionsCommand.self])

    @Option(
        help: ArgumentHelp(
            "A settings.plist; once for people search, once for tasks.", valueName: "file"))
    var settings: [String] = []

    @OptionGroup var place: ServerAddressOptions
    @OptionGroup var storage: WebDataOption
    @OptionGroup(title: "For operators") var operators: OperatorOptions
    @Flag(help: "Open the app in the browser.")
    var open = false
    @OptionGroup var output: JSONOption

    package init() {}

    package func run() async throws {
        let files = try loadSettings()
        let folder = try storage.folder(besideSettings: !settings.isEmpty)
        let addresses = try await WebAddress(place, for: files)
        let names = addresses.names
        let base = names.base
        let certificates =
            place.tls
            ? try LocalCertificates(
                in: WebDataOption.certificates(in: folder), hosts: Set(names.authorities.map(\.host)), now: Date())
            : nil
        let (json, open) = (output.json, open)
        let sessions = try await storage.open(besideSettings: !settings.isEmpty, logger: operators.logger("database"))
        try await withSystemTransport { transport in
            let observation = try await operators.observation(
                of: "web", over: transport, [Self.check(sessions.storage)])
            if let database = sessions.database { observation?.observe(database) }
            let app = try QuickStartWeb(
                files.map { $0.answering(at: base.description) }, at: addresses.url,
                keepingIn: sessions.storage, over: observation?.transport ?? transport)
            let identity = try (certificates?.identity).map(CurrentTLSIdentity.init)
            let servers = addresses.servers(app, identity: identity, observedBy: observation) {
                let report = Report(url: base.description, data: sessions.place)
                if json { try? Terminal.json(report) } else { Terminal.result("Listening on \(base)") }
                if open { await WebAddress.show(addresses.url) }
            }
            if let certificates { Self.noteTrust(certificates) }
            try await ServerProgram(
                services(for: sessions, servers), logger: operators.logger("web"), within: operators.longestEnd
            ).run()
        }
    }

    /// The servers with what a database needs; they end in the opposite order.
    private func services(for sessions: WebSessions, _ servers: [any Service]) -> [any Service] {
        guard let database = sessions.database else { return servers }
        let reload = ReloadOnHangup(logger: operators.logger("settings")) { [storage] in
            guard storage.databaseFile != nil, let address = try storage.databaseAddress() else { return [] }
            database.use(address)
            return ["--database"]
        }
        return [database, reload] + servers
    }

    private static func check(_ sessions: any WebSessionStorage) -> ServiceReadiness.Check {
        .init("sessions") {
            do { _ = try await sessions.session(StoredSession.Lookup(rawValue: "none")) } catch {
                return "the store of sessions does not answer"
            }
            return nil
        }
    }

    private struct Report: Encodable {
        let url: String
        let data: String
    }

    private func loadSettings() throws -> [Settings] {
        guard settings.isEmpty else { return try settings.map { try Settings(contentsOf: URL(filePath: $0)) } }
        guard let work = try DemoNote.read() else {
            throw CommandError(
                "no settings were named, and no demo is running",
                hint: "run `tessera demo` in another terminal, or name a file: --settings FILE", .settingsWrong)
        }
        return try DemoSettings.web(beside: work).map(DemoNote.settings)
    }

    private static func noteTrust(_ certificates: LocalCertificates) {
        let instructions = TrustInstructions(authority: certificates.authorityFile)
        (["Browsers must trust its certificate authority:", ""] + instructions.brief).forEach(Terminal.note)
    }
}
