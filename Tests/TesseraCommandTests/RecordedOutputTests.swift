// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

/// What the command prints and serves is what the program of eb9d09e0 printed and served, in other words.
///
/// `Tests/Recorded` has the outputs of that program, and `wording.txt` its words with those of this one. What is more
/// than wording has a reason there.
@Suite struct RecordedOutputTests {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Recorded/recorded.py").path

    @Test func `recorded output changes only as listed`() async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-B", Self.script, "check", BuiltCommand.executable.path]
        let (status, output) = try await process.runToEnd(readingErrors: true)
        #expect(status == 0)
        let parts = [("help", 29), ("errors", 33), ("commands", 115), ("documents", 25), ("pages", 99)]
        #expect(output == parts.map { "\($0): \($1) outputs\n" }.joined())
    }
}
