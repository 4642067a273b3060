// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

/// The tests' keychain in another process, with a service per test; it ends with this process, whose pipe it reads.
enum StandInKeychainProcess {
    /// The groups in this process's entitlements.
    static let groups = ["TEAM123456.com.example.app", "TEAM123456.com.example.office"]

    static func start() throws { try started.get() }

    private static let started = Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "keychain-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "keychain.py")
        let socket = folder.appending(path: "socket").path
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-B", script.path, socket, folder.appending(path: "items").path]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        guard try output.fileHandleForReading.read(upToCount: 5) == Data("ready".utf8) else { throw Ended() }
        // A copy that nothing closes, so that the pipe stays open as long as this process runs.
        _ = dup(input.fileHandleForWriting.fileDescriptor)
        setenv("KEYCHAIN_SOCKET", socket, 1)
        setenv("KEYCHAIN_GROUPS", groups.joined(separator: ","), 1)
    }

    private struct Ended: Error {}
}
