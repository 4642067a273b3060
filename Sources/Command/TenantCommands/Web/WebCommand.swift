// SPDX-License-Identifier: Apache-2.0
package import ArgumentParser
import ClientCommands
import Foundation
import HTTPServing
import LocalCertificates
import Logging
import OAuth
import Observability
import QuickStart
import QuickStartWeb
import SignIn
import WebSignIn
import WebSignInSQLite

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
        let sessions = try WebDataOption.sessions(in: folder)
        try await withSystemTransport { transport in
            let observation = try await operators.observation(
                of: "web", over: transport,
                [
                    .init("sessions") {
                        do { _ = try await sessions.session(StoredSession.Lookup(rawValue: "none")) } catch {
                            return "the store of sessions does not answer"
                        }
                        return nil
                    }
                ])
            let app = try QuickStartWeb(
                files.map { $0.answering(at: base.description) }, at: addresses.url,
                keepingIn: sessions, over: observation?.transport ?? transport)
            let identity = try (certificates?.identity).map(CurrentTLSIdentity.init)
            let servers = addresses.servers(app, identity: identity, observedBy: observation) {
                let report = Report(url: base.description, data: folder.path)
                if json { try? Terminal.json(report) } else { Terminal.result("Listening on \(base)") }
                if open { await WebAddress.show(addresses.url) }
            }
            if let certificates { Self.noteTrust(certificates) }
            try await ServerProgram(servers, logger: observation?.logger ?? ServerLogging.logger("web")).run()
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

/// The folder with the sessions of the app.
struct WebDataOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where the sessions are kept.",
            discussion: "Without it: with the running demo, else in a folder of its own.",
            valueName: "folder"))
    var data: String?

    func validate() throws {
        guard data != "" else { throw ValidationError("--data needs the name of a folder.") }
    }

    /// The folder.
    ///
    /// - Parameter areNamed: Whether the app has settings of its own, and not the demo's.
    /// - Returns: The named folder, else the one of the running demo, else the app's own.
    /// - Throws: ``CommandError`` if the note of the running demo is not this person's.
    func folder(besideSettings areNamed: Bool = false) throws -> URL {
        if let data { return URL(filePath: data, directoryHint: .isDirectory).absoluteURL }
        guard !areNamed, let demo = try DemoNote.read() else { return Folders.web }
        return demo.deletingLastPathComponent()
    }

    /// The sessions in a folder.
    ///
    /// - Throws: ``CommandError`` if they cannot be opened.
    static func sessions(in folder: URL) throws -> SQLiteWebSessionStorage {
        do {
            return try SQLiteWebSessionStorage(file: file(in: folder))
        } catch {
            throw CommandError(
                "the sessions in \(folder.path) cannot be opened: \(error)",
                hint: "choose a folder that you may write to: --data FOLDER", .cannotWrite)
        }
    }

    static func file(in folder: URL) -> URL { folder.appending(path: "sessions.sqlite") }

    static func certificates(in folder: URL) -> URL {
        folder.appending(path: "certificates", directoryHint: .isDirectory)
    }
}
