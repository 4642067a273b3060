// SPDX-License-Identifier: Apache-2.0
import CommandArguments
package import PortableFoundation
import PrivateFiles
package import QuickStart

/// The file with the place of the running demo's settings.
///
/// The note and the settings decide where tokens go: the command reads only this user's own files.
package enum DemoNote {
    /// The settings for a work account; `nil` if no demo is running.
    ///
    /// - Throws: ``CommandError`` if another user can write the file.
    package static func read() throws -> URL? {
        let note = Folders.runningDemo
        guard FileManager.default.fileExists(atPath: note.path) else { return nil }
        let content = try believing {
            try PrivateFile.makeFolderOthersMaySee(Folders.home)
            return try PrivateFile.contentOfOwn(note, limit: sizeLimit)
        }
        guard let content, !content.isEmpty else { return nil }
        return URL(filePath: String(decoding: content, as: UTF8.self))
    }

    /// The settings in a file of the demo.
    ///
    /// - Throws: ``CommandError`` if another user can write them; `SettingsError`.
    package static func settings(in file: URL) throws -> Settings {
        let content = try believing { try PrivateFile.contentOfOwn(file, limit: sizeLimit) }
        guard let content else { return try Settings(contentsOf: file) }
        return try Settings(propertyList: content, file: file.path)
    }

    /// The customers' settings beside a demo's settings for work accounts.
    package static func customerSettings(beside work: URL) -> URL {
        work.deletingLastPathComponent().appending(path: "settings-b2c.plist")
    }

    /// Writes the note.
    ///
    /// - Throws: ``CommandError`` if it cannot be written, or another user could change it there.
    package static func write(_ work: URL) throws {
        do {
            try PrivateFile.makeFolderOthersMaySee(Folders.home)
            try PrivateFile.replace(Folders.runningDemo, with: Data(work.path.utf8))
        } catch let error as PrivateFile.Failure {
            throw CommandError(
                "the folder \(Folders.home.path) cannot be used: \(error.reason)",
                hint: "set TESSERA_HOME to a folder of your own", .cannotWrite)
        }
    }

    /// Removes the note.
    package static func remove() { try? FileManager.default.removeItem(at: Folders.runningDemo) }

    /// Far more than a note or settings need.
    private static let sizeLimit = 1 << 20

    private static func believing(_ read: () throws -> Data?) throws -> Data? {
        do {
            return try read()
        } catch let error as PrivateFile.Failure {
            throw CommandError(
                "the note about the running demo cannot be trusted: \(error.reason)",
                hint: "remove \(Folders.runningDemo.path), and start `tessera demo` again", .settingsWrong)
        }
    }
}

/// The options for a command's settings or stored registration.
struct SettingsOptions: ParsableArguments {
    @Option(
        "--settings <file>",
        help: "A settings.plist, or demo or demo-b2c for the running demo.",
        more: "Default: the file that $TESSERA_SETTINGS names, or the running demo.")
    var settings: String?

    @Option(
        "--registration <name>",
        help: "A registration saved by `tessera sign-in --issuer` or `tessera call`, instead of settings.")
    var registration: String?

    @Option("--timeout <seconds>", help: "The time limit of each request.")
    var timeout: Double = 10

    func validate() throws {
        guard settings == nil || registration == nil else {
            throw ValidationError("Use --settings or --registration, not both.")
        }
        guard timeout > 0, timeout <= 3600 else {
            throw ValidationError("--timeout must be more than 0 and at most 3600 seconds.")
        }
    }

    /// Whether the options name settings or a registration.
    var areNamed: Bool { settings != nil || registration != nil }

    /// A command for the person to copy, with the same settings or registration.
    func command(_ text: String) -> String {
        let named = [("--settings", settings), ("--registration", registration)]
        return named.reduce(text) { text, option in
            option.1.map { "\(text) \(option.0) \($0.shellWord)" } ?? text
        }
    }

    /// Reads the settings, or the named registration instead.
    func load() async throws -> Settings {
        if let registration { return try await RegistrationBook().settings(named: registration) }
        let chosen =
            settings
            ?? ProcessInfo.processInfo.environment["TESSERA_SETTINGS"].flatMap { $0.isEmpty ? nil : $0 }
        // Never uses a file just because it is in the current folder: it would decide where tokens are sent.
        switch chosen {
        case nil, "demo": return try DemoNote.settings(in: try await runningDemo(wasNamed: chosen != nil))
        case "demo-b2c":
            return try DemoNote.settings(in: DemoNote.customerSettings(beside: try await runningDemo(wasNamed: true)))
        case let file?: return try Settings(contentsOf: URL(filePath: file))
        }
    }

    private func runningDemo(wasNamed: Bool) async throws -> URL {
        if let file = try DemoNote.read() { return file }
        guard !wasNamed else {
            throw CommandError(
                "the demo is not running", hint: "start it with `tessera demo` in another terminal", .settingsWrong)
        }
        // This error is not about an unreadable folder of registrations.
        let names = ((try? await RegistrationBook().registrations()) ?? []).map { $0.name.shellWord }
        throw CommandError(
            "no settings were given, and no demo is running",
            hint: names.isEmpty
                ? "run `tessera demo` in another terminal, or use a file: --settings FILE"
                : "use a saved registration: \(names.map { "--registration \($0)" }.joined(separator: ", or "))",
            .settingsWrong)
    }
}

/// The option for the account of a command.
struct AccountOptions: ParsableArguments {
    @Option("--account <name>", help: "The user name of the account. Default: the latest sign-in.")
    var account: String?
}

/// The option to print a result as JSON.
package struct JSONOption: ParsableArguments {
    @Flag("--json", help: "Print the result as JSON.")
    package var json = false
}

/// The folders of the command, after the XDG base directories.
package enum Folders {
    /// `$TESSERA_HOME`, otherwise the folder for program data.
    static var home: URL { home(in: ProcessInfo.processInfo.environment) }

    /// `TESSERA_HOME`, `XDG_DATA_HOME` on Linux, `HOME`, or the user's entry in the system's list of users.
    static func home(in environment: [String: String]) -> URL {
        func folder(_ name: String) -> URL? {
            // A relative path would name another folder in each working directory.
            environment[name].flatMap { $0.hasPrefix("/") ? URL(filePath: $0, directoryHint: .isDirectory) : nil }
        }
        if let chosen = environment["TESSERA_HOME"], !chosen.isEmpty {
            return URL(filePath: chosen, directoryHint: .isDirectory)
        }
        let home = folder("HOME") ?? .homeDirectory
        #if os(macOS)
        return home.appending(path: "Library/Application Support/Tessera", directoryHint: .isDirectory)
        #else
        if let data = folder("XDG_DATA_HOME") { return data.appending(path: "tessera", directoryHint: .isDirectory) }
        return home.appending(path: ".local/share/tessera", directoryHint: .isDirectory)
        #endif
    }

    /// The accounts.
    static var accounts: URL { home.appending(path: "accounts", directoryHint: .isDirectory) }
    /// The data of the demo.
    package static var demo: URL { home.appending(path: "demo", directoryHint: .isDirectory) }
    /// The data of a tenant that runs without the demo.
    package static var tenant: URL { home.appending(path: "tenant", directoryHint: .isDirectory) }
    /// The sessions of the app in a browser, when it runs without the demo.
    package static var web: URL { home.appending(path: "web", directoryHint: .isDirectory) }
    /// The file that names the settings of the running demo.
    package static var runningDemo: URL { home.appending(path: "running-demo") }
}
