// SPDX-License-Identifier: Apache-2.0
#if os(macOS) || os(Linux)
import PortableFoundation
import SystemThreads

/// A command that shows a URL, as in `BROWSER`.
struct BrowserCommand: Sendable, Hashable {
    let text: String
    let folders: [String]

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

    /// The program with its arguments; `nil` if there is no such program, or a quote is unterminated.
    ///
    /// ``Browser/environment(_:)`` documents `%s` and `%%`. A trailing `&` is dropped, because the program runs in the
    /// background anyway.
    func invocation(showing url: URL) -> (program: URL, arguments: [String])? {
        // A path may contain spaces, so the whole text is tried as a program first.
        if let program = program(named: text) { return (program, [url.absoluteString]) }
        guard var words = ShellWords.words(of: text) else { return nil }
        if words.last == "&" { words.removeLast() }
        guard let name = words.first, let program = program(named: name) else { return nil }
        var isNamed = false
        var arguments = words.dropFirst().map { word in
            word.split(separator: "%%", omittingEmptySubsequences: false).map { part in
                isNamed = isNamed || part.contains("%s")
                return String(part).replacing("%s", with: url.absoluteString)
            }.joined(separator: "%")
        }
        if !isNamed { arguments.append(url.absoluteString) }
        return (program, arguments)
    }

    /// Returns whether the program started and did not fail immediately; it gets no input, and must not write to this
    /// program's standard output, which is for results.
    func start(showing url: URL) async throws -> Bool {
        guard let (program, arguments) = invocation(showing: url) else { return false }
        // Windows programs under WSL, such as explorer.exe, return 1 after they opened the page.
        let isForeign = program.pathExtension.lowercased() == "exe"
        let running = try QuietProgram(program, arguments)
        let (ends, ended) = AsyncStream<Bool>.makeStream()
        let isWaiting = SystemThread.start("browser") {
            ended.yield(running.wait() || isForeign)
            ended.finish()
        }
        guard isWaiting else { return true }
        return await withTaskGroup(of: Bool?.self) { group in
            group.addTask { await ends.first { _ in true } }
            group.addTask {
                try? await Task.sleep(for: Self.patience)
                return nil
            }
            defer { group.cancelAll() }
            // A browser that is still running has opened; a launcher has passed the URL on.
            return await group.next().flatMap(\.self) ?? true
        }
    }

    private static let patience: Duration = .seconds(2)

    private func program(named name: String) -> URL? {
        let places = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
        return places.first { place in
            var status = stat()
            // The system also considers a folder executable.
            return stat(place, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(place, X_OK) == 0
        }.map { URL(fileURLWithPath: $0) }
    }
}
#endif
