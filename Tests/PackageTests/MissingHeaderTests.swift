// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

/// A machine without the headers of the C libraries: `script/setup` names the package to install, and so does the
/// compiler.
@Suite struct MissingHeaderTests {
    /// Debian's and Fedora's package for each header of ours that needs one of others.
    static let packages = [
        "Ground/CTesseraCurl/include/CTesseraCurl.h": ["libcurl4-openssl-dev", "libcurl-devel"],
        "Ground/CTesseraOpenSSL/Scope.h": ["libssl-dev", "openssl-devel", "openssl@3"],
        "Ground/CTesseraOpenSSL/include/CTesseraOpenSSL.h": ["libssl-dev", "openssl-devel", "openssl@3"],
        "Ground/CTesseraTLS/include/CTesseraTLS.h": ["libssl-dev", "openssl-devel", "openssl@3"],
        "Ground/CTesseraZlib/include/CTesseraZlib.h": ["zlib1g-dev", "zlib-devel"],
        "Servers/CTesseraSQLite/shim.h": ["libsqlite3-dev", "sqlite-devel"],
    ]

    /// Headers of what is loaded late without its header.
    static let withoutPackage = [
        "Ground/CTesseraLoading/include/CTesseraLoading.h", "Servers/CTesseraPostgres/include/CTesseraPostgres.h",
    ]

    /// Compiles a header of ours, with those of the compiler and ours alone.
    private static func compile(_ header: String) async throws -> (status: Int32, output: String) {
        let sources = PackageManifest.folder.appending(path: "Sources")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let folders = ["CTesseraLoading", "CTesseraOpenSSL"].flatMap { target in
            ["-I", sources.appending(path: "Ground/\(target)/include").path]
        }
        process.arguments =
            ["clang", "-x", "c", "-std=gnu2x", "-fsyntax-only", "-nostdlibinc"] + folders
            + [sources.appending(path: header).path]
        return try await process.runToEnd(readingErrors: true)
    }

    @Test(arguments: packages.keys.sorted())
    func `without the headers of a library, the compiler names its packages`(_ header: String) async throws {
        let (status, output) = try await Self.compile(header)
        #expect(status != 0)
        let error = try #require(output.split(separator: "\n").first { $0.contains("error: ") })
        for package in try #require(Self.packages[header]) { #expect(error.contains(package), "\(output)") }
    }

    @Test(arguments: withoutPackage) func `no header of libpq is needed`(_ header: String) async throws {
        let (status, output) = try await Self.compile(header)
        #expect(status == 0, "\(output)")
    }

    @Test func `every header of ours that includes one of a package has a row`() throws {
        let headers = try PackageText.all(in: "Sources", of: "h").filter { header in
            header.text.matches(of: #/#include <([^>]+)>/#).contains { !Self.isOfTheCompilerOrSystem($0.1) }
        }
        #expect(Set(headers.map(\.name)) == Set(Self.packages.keys))
    }

    /// Whether a header comes with the compiler or the system's C library.
    private static func isOfTheCompilerOrSystem(_ header: Substring) -> Bool {
        let folders = ["arpa", "net", "netinet", "sys"]
        let files = [
            "dlfcn", "errno", "fcntl", "limits", "poll", "pthread", "signal", "stdbool", "stddef", "stdint", "stdio",
            "stdlib", "string", "time", "unistd",
        ]
        let parts = header.split(separator: "/")
        return parts.count == 1 ? files.contains(String(header.dropLast(2))) : folders.contains(String(parts[0]))
    }

    /// What `script/setup` says on a Debian where nothing is installed and nobody may install anything.
    private func setup(swift: String) async throws -> (status: Int32, output: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "setup-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let commands = [
            "swift": swift, "uname": "echo Linux", "id": "echo 1000", "apt-get": "exit 1",
            "dpkg-query": "exit 1",
        ]
        for (name, text) in commands {
            try await writeProgram("#!/bin/bash\n\(text)\n", to: folder.appending(path: name))
        }
        for name in ["dirname", "grep", "head", "sed"] {
            try FileManager.default.createSymbolicLink(
                at: folder.appending(path: name), withDestinationURL: URL(filePath: "/usr/bin/\(name)"))
        }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = [PackageManifest.folder.appending(path: "script/setup").path]
        process.environment = ["PATH": folder.path]
        return try await process.runToEnd(readingErrors: true)
    }

    @Test(arguments: [
        ("echo 'cannot open libxml2.so.2' >&2; exit 127", "cannot open libxml2.so.2\nerror: "),
        ("echo Swift", "'swift --version' does not say which version this is"), ("echo Swift version 6.1", "Swift 6.1"),
        ("echo Swift version 5.10", "Swift 5.10"),
    ])
    func `script setup reports problems with Swift`(_ swift: String, _ said: String) async throws {
        let (status, output) = try await setup(swift: swift)
        #expect(status == 1 && output.contains(said), "\(output)")
        #expect(output.contains("error: Tessera needs Swift 6.2 or newer; ") && output.contains("hint: install it"))
    }

    @Test func `script setup names the packages of the headers where nothing is installed`() async throws {
        // Without sudo nothing is installed, and a person reads what to do.
        let (status, output) = try await setup(swift: "echo Swift version 6.3")
        #expect(status == 1)
        let command = try #require(output.split(separator: "\n").first { $0.contains("apt-get install") })
        let named = Set(command.split(separator: " ").map(String.init))
        #expect(named.isSuperset(of: Self.packages.values.compactMap(\.first)), "\(output)")
    }

    @Test func `script setup installs the packages of the headers, and no other header`() throws {
        let script = try PackageText.read("script/setup")
        let installed = script.matches(of: #/"([a-z0-9-]+-dev): /#).map { String($0.1) }
        #expect(Set(installed) == Set(Self.packages.values.compactMap(\.first)))
        let fedora = try #require(script.split(separator: "\n").first { $0.contains("Fedora") })
        for package in Self.packages.values.compactMap({ $0.dropFirst().first }) { #expect(fedora.contains(package)) }
    }
}
