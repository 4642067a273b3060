// SPDX-License-Identifier: Apache-2.0
import Foundation

/// OpenSSL, which had no part in making the certificates.
enum Judge {
    /// Whether there is one on this machine; every system that the tests run on brings it along.
    static let isHere = (try? openssl(["version"]))?.hasPrefix("OpenSSL") == true

    /// Runs `openssl`, and gives everything that it says.
    static func openssl(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self)
    }
}
