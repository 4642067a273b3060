// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
import Fixtures
import Foundation
import Testing

/// The adapters for Hummingbird, against our own declarations of Hummingbird and of the packages under it.
///
/// No build compiles them without the trait, and the trait needs a network. So the compiler gets them here, with the
/// modules of this build, and a program sends requests through it. Hummingbird itself may differ from
/// `Tests/HummingbirdContract`.
@Suite struct HummingbirdContractTests {
    private static let contract = PackageManifest.folder.appending(path: "Tests/HummingbirdContract")
    private static let sources = PackageManifest.folder.appending(path: "Sources")
    /// Where the build put modules and objects, these tests among them.
    private static let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

    /// The modules of others in the order of their imports, by the folder with our declarations of them.
    private static let declarations = [
        ("swift-http-types", "HTTPTypes"), ("swift-log", "Logging"), ("swift-nio", "NIOCore"),
        ("swift-nio-ssl", "NIOSSL"), ("hummingbird", "Hummingbird"),
    ]
    private static let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    /// The targets behind the trait in the order of their imports, and whether they see what is not public.
    private static let adapters = [
        ("HummingbirdMessages", true), ("BearerAuthHummingbird", true), ("WebSignInHummingbird", false),
    ]

    @Test(.timeLimit(.minutes(5)))
    func `the adapters for Hummingbird compile with the trait, and respond to requests`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hummingbird-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var objects: [String] = []
        for (package, module) in Self.declarations {
            objects.append(
                try await Self.compile(
                    module, try Self.files(in: Self.contract.appending(path: "Declarations/\(package)")), into: folder))
        }
        for (adapter, packageAccess) in Self.adapters {
            objects.append(
                try await Self.compile(
                    adapter, try Self.files(in: Self.sources.appending(path: "Servers/\(adapter)")),
                    [
                        "-D", "Hummingbird", "-enable-testing",
                        "-enable-upcoming-feature", "NonisolatedNonsendingByDefault",
                    ], packageAccess: packageAccess, into: folder))
        }
        let program = folder.appending(path: "program").path
        for part in ["Program", "Snippets"] { objects += try Self.files(in: Self.contract.appending(path: part)) }
        objects += try Self.builtObjects()
        objects += try Self.manifest().libraries(behind: Self.linked, on: .linux).map { "-l\($0)" }
        try await Self.run(
            ["swiftc", "-module-name", "Contract", "-o", program] + Self.options(folder, packageAccess: true) + objects)
        let output = try await Self.run([program])
        #expect(output == (try PackageText.read("Tests/HummingbirdContract/expected.txt")), "\(output)")
    }

    @Test(arguments: adapters.map(\.0))
    func `without the trait, an adapter for Hummingbird is an empty module`(_ adapter: String) async throws {
        let files = try PackageText.all(in: "Sources/Servers/\(adapter)", of: "swift")
        #expect(!files.isEmpty)
        for file in files {
            let lines = file.text.split(separator: "\n").filter { !$0.hasPrefix("//") }
            #expect(lines.first == "#if Hummingbird" && lines.last == "#endif", "\(file.name)")
            #expect(lines.count { $0.hasPrefix("#") } == 2, "\(file.name)")
        }
    }

    /// What the program needs of this package beside the adapters.
    private static let linked = ["BearerAuth", "Fixtures", "SignInTesting", "WebSignIn"]

    private static func manifest() throws -> PackageManifest { try PackageManifest.current.get() }

    /// Compiles a module into one object, and returns that.
    private static func compile(
        _ module: String, _ files: [String], _ more: [String] = [], packageAccess: Bool = true, into folder: URL
    ) async throws -> String {
        let path = folder.appending(path: module).path
        try await run(
            ["swiftc", "-module-name", module, "-parse-as-library", "-wmo", "-c", "-o", "\(path).o"]
                + ["-emit-module", "-emit-module-path", "\(path).swiftmodule"]
                + options(folder, packageAccess: packageAccess) + more + files)
        return "\(path).o"
    }

    /// The options for Swift and for the modules of C, which the compiler finds as the build does.
    private static func options(_ folder: URL, packageAccess: Bool) throws -> [String] {
        // The name that SwiftPM derives for a root package.
        let package = PackageManifest.folder.lastPathComponent.lowercased().replacing(#/[^a-z0-9_]/#, with: "_")
        var options = ["-swift-version", "6", "-Onone", "-gnone"] + (packageAccess ? ["-package-name", package] : [])
        for folder in [folder, products.appending(path: "Modules")] { options += ["-I", folder.path] }
        for feature in features { options += ["-enable-upcoming-feature", feature] }
        let groups = ["Ground", "Servers"].map { sources.appending(path: $0) }
        for folder in try (groups + [products]).flatMap(folders) {
            let (map, headers) = (
                folder.appending(path: "module.modulemap").path, folder.appending(path: "include").path
            )
            if FileManager.default.fileExists(atPath: map) { options += ["-Xcc", "-fmodule-map-file=\(map)"] }
            if FileManager.default.fileExists(atPath: headers) { options += ["-Xcc", "-I\(headers)"] }
        }
        return options
    }

    private static func folders(in folder: URL) throws -> [URL] {
        try names(in: folder).map { folder.appending(path: $0) }
    }

    /// The objects of this build for the targets that the program needs: of those that these tests were linked from.
    private static func builtObjects() throws -> [String] {
        let tests = try #require(try names(in: products).first { $0.hasSuffix("PackageTests.product") })
        let list = products.appending(path: tests).appending(path: "Objects.LinkFileList")
        let folders = Set(try manifest().targets(behind: linked, on: .linux).map { "\($0).build" })
        let objects = try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
            .map { $0.trimmingCharacters(in: ["'", "\""]) }
        return objects.filter { folders.contains(URL(filePath: $0).deletingLastPathComponent().lastPathComponent) }
    }

    private static func files(in folder: URL) throws -> [String] {
        try names(in: folder).filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0).path }
    }

    private static func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    /// Runs a command to its end, and returns its output.
    @discardableResult private static func run(_ command: [String]) async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        let (status, output) = try await process.runToEnd(readingErrors: true)
        try #require(status == 0, "\(output.suffix(4000))")
        return output
    }
}
#endif
