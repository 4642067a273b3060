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
        let named = ShellWords.parts(of: environment["BROWSER"] ?? "", separatedBy: ":")
        let folders = environment["PATH"]?.split(separator: ":").map(String.init) ?? []
        return (named.isEmpty ? [own] : named).map { BrowserCommand(text: $0, folders: folders) }
    }

    /// The program with its arguments; `nil` if there is no such program, or a quote does not end.
    ///
    /// `%s` stands for the address, and `%%` for a percent sign; without `%s`, the address comes last. An `&` at the
    /// end is left out: the program runs in the background anyway.
    func invocation(showing url: URL) -> (program: URL, arguments: [String])? {
        // A path may have spaces in it, so the whole text is tried as a program first.
        if let program = program(named: text) { return (program, [url.absoluteString]) }
        guard var words = ShellWords.words(of: text) else { return nil }
        if words.last == "&" { words.removeLast() }
        guard let name = words.first, let program = program(named: name) else { return nil }
        var isNamed = false
        var arguments = words.dropFirst().map { word in
            word.components(separatedBy: "%%").map { part in
                isNamed = isNamed || part.contains("%s")
                return part.replacing("%s", with: url.absoluteString)
            }.joined(separator: "%")
        }
        if !isNamed { arguments.append(url.absoluteString) }
        return (program, arguments)
    }

    /// Starts the program; `false` if there is no such program, or it fails at once.
    ///
    /// It reads nothing and prints nothing: our standard output is for results.
    func start(showing url: URL) async throws -> Bool {
        guard let (program, arguments) = invocation(showing: url) else { return false }
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let (ends, ended) = AsyncStream<Int32>.makeStream()
        process.terminationHandler = { ended.yield($0.terminationStatus) }
        try process.run()
        // The handler runs only while the process is referenced.
        defer { withExtendedLifetime(process) {} }
        return await withTaskGroup(of: Int32?.self) { group in
            // Programs of Windows under WSL, such as explorer.exe, return 1 after they opened the page.
            let isForeign = program.pathExtension.lowercased() == "exe"
            group.addTask { await ends.first { _ in true }.map { isForeign ? 0 : $0 } }
            group.addTask {
                try? await Task.sleep(for: Self.patience)
                return nil
            }
            defer { group.cancelAll() }
            // A browser that still runs has opened; a launcher has handed the address over.
            return await group.next()?.map { $0 == 0 } ?? true
        }
    }

    /// How long a program may take to fail.
    private static let patience: Duration = .seconds(2)

    private func program(named name: String) -> URL? {
        let places = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
        return places.first { place in
            var isFolder: ObjCBool = false
            // The system calls a folder executable, too.
            return FileManager.default.fileExists(atPath: place, isDirectory: &isFolder) && !isFolder.boolValue
                && FileManager.default.isExecutableFile(atPath: place)
        }.map { URL(fileURLWithPath: $0) }
    }
}
#endif
