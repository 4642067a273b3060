// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import QuickStart

/// Which settings a command uses.
struct SettingsOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "A settings.plist, or demo or demo-b2c for the running demo.",
            discussion: "Without it: the file that $TESSERA_SETTINGS names, else the running demo.",
            valueName: "file"))
    var settings: String?

    @Option(name: .long, help: ArgumentHelp("How long each request may take.", valueName: "seconds"))
    var timeout: Double = 10

    func validate() throws {
        guard timeout > 0, timeout <= 3600 else {
            throw ValidationError("--timeout must be more than 0 and at most 3600 seconds.")
        }
    }

    /// Reads the settings.
    func load() throws -> Settings {
        let chosen =
            settings
            ?? ProcessInfo.processInfo.environment["TESSERA_SETTINGS"].flatMap { $0.isEmpty ? nil : $0 }
        // A file that merely lies in the current folder is never used: it would decide where tokens are sent.
        switch chosen {
        case nil, "demo": return try DemoNote.settings(in: try runningDemo(wasNamed: chosen != nil))
        case "demo-b2c":
            return try DemoNote.settings(in: DemoSettings.customer(beside: try runningDemo(wasNamed: true)))
        case let file?: return try Settings(contentsOf: URL(filePath: file))
        }
    }

    private func runningDemo(wasNamed: Bool) throws -> URL {
        guard let file = try DemoNote.read() else {
            throw CommandError(
                wasNamed ? "the demo is not running" : "no settings were named, and no demo is running",
                hint: wasNamed
                    ? "start it with `tessera demo` in another terminal"
                    : "run `tessera demo` in another terminal, or name a file: --settings FILE",
                .settingsWrong)
        }
        return file
    }
}
