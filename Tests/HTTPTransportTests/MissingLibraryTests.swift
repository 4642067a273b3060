// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
import Foundation
import Testing

/// A system without libcurl, whose place an empty file takes.
@Suite struct MissingLibraryTests {
    @Test func `the error names the library and its package`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "missing-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data().write(to: folder.appending(path: "libcurl.so.4"))
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
            path: "exit-probe")
        process.arguments = ["m", "1", "0"]
        process.environment = ["LD_LIBRARY_PATH": folder.path]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(
            text.contains("missingLibrary") && text.contains("libcurl.so.4") && text.contains("libcurl4"), "\(text)")
    }
}
#endif
