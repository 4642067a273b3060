// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// What an app that depends on `SignIn` alone has to fetch and to build.
///
/// The first build takes minutes, because the fixture shares nothing with this package; it stays in `.build/consumer`,
/// so that the next one takes seconds.
@Suite struct ConsumerTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Consumer")
    private static let scratch = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: ".build/consumer")

    /// Every package that is fetched: what SwiftPM resolves, whether or not it is built.
    static let fetched: Set = [""]
    /// Those of them that are built on Linux; on Apple systems `URLSession` takes the place of most.
    static let built: Set = [""]

    @Test func `an app that signs people in builds, and needs nothing that only servers need`() throws {
        let arguments = ["--package-path", Self.folder.path, "--scratch-path", Self.scratch.path]
        // Nobody debugs it, and what debuggers read takes a good part of the time.
        try run(
            "/usr/bin/env", ["swift", "build", "--product", "App", "-Xswiftc", "-gnone", "-Xcc", "-g0"] + arguments)
        #expect(try Set(Self.names(in: "checkouts")) == Self.fetched)
        #if os(Linux)
        #expect(try Self.builtPackages() == Self.built)
        #endif
        let accounts = FileManager.default.temporaryDirectory.appending(path: "consumer-\(UUID().uuidString)")
        let app = Self.scratch.appending(path: "debug/App").path
        #expect(try run(app, [accounts.path]) == "0 accounts of work\n")
    }

    /// The packages that have a module among the products of the build.
    private static func builtPackages() throws -> Set<String> {
        let modules = try Set(names(in: "debug").filter { $0.hasSuffix(".build") }.map { $0.dropLast(".build".count) })
        return try Set(
            names(in: "checkouts").filter { package in
                let sources = (try? names(in: "checkouts/\(package)/Sources")) ?? []
                return sources.contains { modules.contains($0[...]) }
            })
    }

    private static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.appending(path: folder).path)
    }

    /// Runs a program to its end.
    ///
    /// - Returns: What it printed.
    @discardableResult
    private func run(_ program: String, _ arguments: [String]) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "consumer-\(UUID().uuidString).log")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data().write(to: file)
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        // A file: nobody reads a pipe until the program ended, and it may print more than a pipe holds.
        let output = try FileHandle(forWritingTo: file)
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        process.waitUntilExit()
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(process.terminationStatus == 0, "\(text.suffix(4000))")
        return text
    }
}
