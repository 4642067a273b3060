// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Standard streams that are closed, full, or unread.
@Suite struct StandardStreamsTests {
    /// Runs a line of bash, in which `$tessera` and `$service` are the programs.
    private static func shell(_ line: String, in tessera: BuiltCommand) async throws -> BuiltCommand.Outcome {
        var shell = tessera
        shell.program = URL(filePath: "/bin/bash")
        let programs = [
            "tessera": BuiltCommand.executable.path,
            "service": BuiltCommand.executable.deletingLastPathComponent().appending(path: "task-service").path,
        ]
        return try await shell.run(["-c", line], adding: programs)
    }

    @Test(arguments: [
        "$tessera --help", "$tessera --version", "$tessera tenant --export -", "$tessera tenant --export /dev/stdout",
        "$tessera web sessions list --json --data .",
        "$tessera inspect --json eyJhbGciOiJub25lIn0.e30.", "$service --help",
    ])
    func `a full disk is an error`(_ command: String) async throws {
        let outcome = try await BuiltCommand.withHome { try await Self.shell("\(command) >/dev/full", in: $0) }
        #expect(outcome.status == 73, "\(outcome.error)")
        let reason = command.hasPrefix("$tessera") ? "cannot be written: No space left on device" : "cannot be written"
        #expect(outcome.error.contains(reason))
    }

    @Test(arguments: ["$tessera --help", "$tessera --version", "$tessera tenant --export -", "$service --help"])
    func `a closed output is an error`(_ command: String) async throws {
        let outcome = try await BuiltCommand.withHome { try await Self.shell("\(command) >&-", in: $0) }
        #expect(outcome.status == 73 && outcome.error.contains("cannot be written"), "\(outcome.error)")
    }

    @Test(arguments: ["$tessera --help", "$tessera tenant --export -", "$tessera web sessions list --json --data ."])
    func `a closed pipe is not an error`(_ command: String) async throws {
        let line = "set -o pipefail; (\(command); echo $? >&2) | exec true"
        let outcome = try await BuiltCommand.withHome { try await Self.shell(line, in: $0) }
        #expect(outcome.error == "0\n")
    }

    @Test(arguments: [">&-", "2>&-", "<&- >&- 2>&-"])
    func `output for a closed stream comes into no file`(_ closing: String) async throws {
        try await BuiltCommand.withHome { tessera in
            // The lock file has the first free number.
            let outcome = try await Self.shell(
                "$tessera tenant --data data --tls --port nonsense \(closing)", in: tessera)
            #expect(outcome.status == 64)
            let export = try await Self.shell("$tessera tenant --data data --export - \(closing)", in: tessera)
            #expect(export.status == (closing == "2>&-" ? 0 : 73))
            let folder = tessera.home.appending(path: "data")
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".lock") {
                #expect(try Data(contentsOf: folder.appending(path: name)).isEmpty, "\(name)")
            }
        }
    }
}
