// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// What an app that depends on `SignIn` alone has to fetch and to build: the last commit, without uncommitted changes.
///
/// The first build takes minutes, because the fixture shares nothing with this package; it stays in `.build/consumer`,
/// so that the next one takes seconds.
@Suite struct ConsumerTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let package = folder.deletingLastPathComponent().deletingLastPathComponent()
    private static let scratch = package.appending(path: ".build/consumer")

    /// Our own targets that are built.
    static let targets: Set = {
        var all: Set = [
            "HTTPMessages", "HTTPTransport", "Hosts", "JSONWebSignatures", "OAuthMessages", "PortableFoundation",
            "PrivateFiles", "SignIn", "SignInProvider", "SystemCryptography", "SystemThreads",
        ]
        #if os(Linux)
        all.formUnion(["CTesseraCurl", "CTesseraLoading", "CTesseraOpenSSL", "CTesseraZlib"])
        #endif
        return all
    }()

    @Test func `an app that signs people in builds, and needs nothing that only servers need`() throws {
        // As in script/lib/build.sh: whole modules without optimization or debug information compile faster.
        let build = [
            "swift", "build", "--configuration", "release", "-Xswiftc", "-Onone", "-debug-info-format", "none",
            "-Xswiftc", "-no-emit-module-separately-wmo", "--product", "App",
        ]
        let places = [
            "--package-path", Self.folder.appending(path: "Consumer").path, "--scratch-path", Self.scratch.path,
            "--manifest-cache", "none", "--disable-dependency-cache",
        ]
        try run("/usr/bin/env", build + places, environment: try repository())
        // Another package would be one more that every app fetches.
        #expect(try Self.names(in: Self.scratch.appending(path: "checkouts")) == ["tessera"])
        let modules = try Self.builtModules()
        let groups = Self.package.appending(path: "Sources")
        let own = try Self.names(in: groups).flatMap { try Self.names(in: groups.appending(path: $0)) }
        #expect(modules.intersection(own) == Self.targets)
        let accounts = FileManager.default.temporaryDirectory.appending(path: "consumer-\(UUID().uuidString)")
        let app = Self.scratch.appending(path: "release/App").path
        #expect(try run(app, [accounts.path]) == "0 accounts of work\n")
        #if os(Linux)
        #expect(try linkedLibraries(of: app) == ["crypto", "z"])
        #endif
    }

    /// A repository with the name that customers know, and its last commit, for the manifest of the app.
    private func repository() throws -> [String: String] {
        let origin = Self.scratch.appending(path: "origin/tessera.git")
        try? FileManager.default.removeItem(at: origin)
        try run("/usr/bin/env", ["git", "clone", "--quiet", "--bare", Self.package.path, origin.path])
        // SwiftPM fetches branches, and the commit may be on none.
        try run("/usr/bin/env", ["git", "-C", origin.path, "update-ref", "refs/heads/tested", "HEAD"])
        let commit = try run("/usr/bin/env", ["git", "-C", origin.path, "rev-parse", "HEAD"])
        return [
            "TESSERA_REPOSITORY": "file://\(origin.path)", "TESSERA_COMMIT": commit.trimmingCharacters(in: .newlines),
            // Nothing comes from elsewhere.
            "GIT_ALLOW_PROTOCOL": "file",
        ]
    }

    /// The libraries that the system opens at the start of a program, without those of each program in Swift.
    private func linkedLibraries(of program: String) throws -> Set<String> {
        let dynamic = try run("/usr/bin/env", ["readelf", "--dynamic", program])
        let all = dynamic.matches(of: #/\(NEEDED\).*\[lib([^.]+)\.so/#).map { String($0.1) }
        let others = all.filter { $0.prefixMatch(of: #/swift|_?Foundation/#) == nil }
        return Set(others).subtracting(["BlocksRuntime", "c", "dispatch", "gcc_s", "m", "stdc++"])
    }

    /// The modules of Swift and of C that were compiled; others have a folder too, but nothing in it.
    private static func builtModules() throws -> Set<String> {
        let products = scratch.appending(path: "release").resolvingSymlinksInPath()
        let folders = try names(in: products).filter { $0.hasSuffix(".build") }
        return try Set(
            folders.filter { folder in
                try FileManager.default.subpathsOfDirectory(atPath: products.appending(path: folder).path)
                    .contains { $0.hasSuffix(".o") }
            }.map { String($0.dropLast(".build".count)) })
    }

    private static func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }

    /// Runs a program to its end.
    ///
    /// - Returns: What it printed.
    @discardableResult
    private func run(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "consumer-\(UUID().uuidString).log")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data().write(to: file)
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
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
