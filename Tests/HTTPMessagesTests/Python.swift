// SPDX-License-Identifier: Apache-2.0
#if os(macOS) || os(Linux)
import Foundation
import Testing

/// Python's standard library, which judges what ours reads and writes.
enum Python {
    /// What a script prints, a line each.
    static func lines(_ script: String) throws -> [String] {
        let python = Process()
        python.executableURL = URL(filePath: "/usr/bin/env")
        python.arguments = ["python3", "-c", script]
        let output = Pipe()
        (python.standardInput, python.standardOutput) = (FileHandle.nullDevice, output)
        try python.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        python.waitUntilExit()
        try #require(python.terminationStatus == 0)
        return text.split(separator: "\n").map(String.init)
    }
}
#endif
