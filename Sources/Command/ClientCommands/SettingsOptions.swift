// SPDX-License-Identifier: Apache-2.0
public import CommandArguments
public import PortableFoundation
public import QuickStart

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

    var areNamed: Bool { settings != nil || registration != nil }

    func command(_ text: String) -> String {
        let named = [("--settings", settings), ("--registration", registration)]
        return named.reduce(text) { text, option in
            option.1.map { "\(text) \(option.0) \($0.shellWord)" } ?? text
        }
    }

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
        // Ignores unreadable registrations: the error is about missing settings.
        let names = ((try? await RegistrationBook().registrations()) ?? []).map { $0.name.shellWord }
        throw CommandError(
            "no settings were given, and no demo is running",
            hint: names.isEmpty
                ? "run `tessera demo` in another terminal, or use a file: --settings FILE"
                : "use a saved registration: \(names.map { "--registration \($0)" }.joined(separator: ", or "))",
            .settingsWrong)
    }
}

struct AccountOptions: ParsableArguments {
    @Option("--account <name>", help: "The user name of the account. Default: the latest sign-in.")
    var account: String?
}

/// The option to print a result as JSON.
public struct JSONOption: ParsableArguments {
    /// Whether the command prints its result as JSON.
    @Flag("--json", help: "Print the result as JSON.")
    public var json = false

    /// Creates the option before the arguments are parsed.
    public init() {}
}

extension DemoNote {
    /// The settings in a file of the demo.
    ///
    /// - Throws: ``CommandError`` if another user can write them; `SettingsError`.
    public static func settings(in file: URL) throws -> Settings {
        guard let content = try content(of: file) else { return try Settings(contentsOf: file) }
        return try Settings(propertyList: content, file: file.path)
    }
}
