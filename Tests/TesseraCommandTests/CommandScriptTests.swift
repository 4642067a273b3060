// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `script/tessera`, which the README offers for the path of the build.
@Suite struct CommandScriptTests {
    private static let scripts = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../script").standardized

    /// Runs `body` with a copy of the script in a folder of its own.
    private func withCopy(_ body: (_ command: BuiltCommand, _ build: URL) async throws -> Void) async throws {
        let files = FileManager.default
        let root = files.temporaryDirectory.appending(path: "tessera \(UUID().uuidString)")
        defer { try? files.removeItem(at: root) }
        let build = root.appending(path: ".build/scripts/release")
        try files.createDirectory(at: build, withIntermediateDirectories: true)
        try files.createDirectory(at: root.appending(path: "script/lib"), withIntermediateDirectories: true)
        for name in ["tessera", "lib/build.sh"] {
            try files.copyItem(
                at: Self.scripts.appending(path: name), to: root.appending(path: "script").appending(path: name))
        }
        let copy = root.appending(path: "script/tessera")
        try await body(BuiltCommand(home: root, program: copy), build)
    }

    @Test(arguments: [["--version"], ["inspect", "a b"], ["--nonsense"], ["inspect", "--", "$(id)"]])
    func `it runs the command that was built, with the same words`(_ arguments: [String]) async throws {
        try await withCopy { command, build in
            try FileManager.default.createSymbolicLink(
                at: build.appending(path: "tessera"), withDestinationURL: BuiltCommand.executable)
            let script = try await command.run(arguments)
            let direct = try await BuiltCommand(home: command.home).run(arguments)
            #expect(script.status == direct.status)
            #expect(script.output == direct.output && script.error == direct.error, "\(script.error)")
        }
    }

    @Test func `it builds the command first where there is none`() async throws {
        try await withCopy { command, build in
            let swift = build.appending(path: "swift")
            try Data("#!/bin/sh\necho \"swift $*\"\nln -s /bin/echo \"$3/.build/scripts/release/tessera\"\n".utf8)
                .write(
                    to: swift)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: swift.path)
            let path = "\(build.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
            let outcome = try await command.run(["a  b", "c"], adding: ["PATH": path])
            let folder = "--scratch-path \(command.home.path)/.build/scripts"
            let expected = "swift build --package-path \(command.home.path) --product tessera \(folder) "
            #expect(outcome.error.hasPrefix(expected), "\(outcome.error)")
            #expect(outcome.output == "a  b c\n" && outcome.status == 0)
        }
    }
}
