// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

/// Writes a program that a test runs.
///
/// Another process writes it. What this one has open for writing, a child of another test may inherit for a moment, and
/// as long as anybody has it open, it cannot be run (ETXTBSY).
func writeProgram(_ text: String, to file: URL) async throws {
    let source = file.appendingPathExtension("source")
    try Data(text.utf8).write(to: source)
    let install = Process()
    install.executableURL = URL(filePath: "/usr/bin/install")
    install.arguments = ["-m", "755", source.path, file.path]
    try #require(try await install.runToEnd(readingErrors: true).status == 0)
}
