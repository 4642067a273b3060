// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

/// What the command prints and serves is what the program of eb9d09e0 printed and served, but for listed differences.
///
/// `Tests/Recorded` has the outputs of that program, the differences (`differences/*.diff`), and a reason for each
/// (`reasons.txt`). After a change of a text, `Tests/Recorded/recorded.py update .build/debug/tessera` writes the
/// differences anew.
@Suite(.serialized) struct RecordedOutputTests {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Recorded/recorded.py").path

    @Test(arguments: [("help", 29), ("errors", 33), ("pages", 99), ("commands", 26)])
    func `recorded output changes only where a difference is listed`(_ part: String, _ count: Int) async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", Self.script, "check", BuiltCommand.executable.path, part]
        let (status, output) = try await process.runToEnd(readingErrors: true)
        #expect(status == 0, "\(output)")
        #expect(output.hasPrefix("\(part): \(count) outputs"), "\(output)")
    }
}
