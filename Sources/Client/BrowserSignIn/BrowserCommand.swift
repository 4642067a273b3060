// SPDX-License-Identifier: Apache-2.0
#if os(macOS) || os(Linux)
import Foundation

/// A command that shows an address, as `BROWSER` holds it.
struct BrowserCommand: Sendable, Hashable {
    let text: String
    /// The folders to search for programs.
    let folders: [String]

    /// The commands to try, in order.
    static func all(in environment: [String: String]) -> [BrowserCommand] {
        #if os(macOS)
        let own = "/usr/bin/open"
        #else
        let own = "xdg-open"
        #endif
        let named = environment["BROWSER"]?.split(separator: ":").map(String.init) ?? []
        let folders = environment["PATH"]?.split(separator: ":").map(String.init) ?? []
        return (named.isEmpty ? [own] : named).map { BrowserCommand(text: $0, folders: folders) }
    }

    /// The program with its arguments; `nil` if there is no such program.
    func invocation(showing url: URL) -> (program: URL, arguments: [String])? {
        // A path may have spaces in it, so the whole text is tried as a program first.
        if let program = program(named: text) { return (program, [url.absoluteString]) }
        let words = text.split(separator: " ").map(String.init)
        guard let name = words.first, let program = program(named: name) else { return nil }
        let arguments = words.dropFirst().map { $0.replacingOccurrences(of: "%s", with: url.absoluteString) }
        return (program, text.contains("%s") ? arguments : arguments + [url.absoluteString])
    }

    /// Starts the program, and does not wait for it; `false` if there is no such program.
    ///
    /// It reads nothing and prints nothing: our standard output is for results.
    func start(showing url: URL) throws -> Bool {
        guard let (program, arguments) = invocation(showing: url) else { return false }
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return true
    }

    private func program(named name: String) -> URL? {
        let places = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
        return places.first { FileManager.default.isExecutableFile(atPath: $0) }.map {
            URL(fileURLWithPath: $0)
        }
    }
}
#endif
