// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

/// The keychain of the tests, in a process of its own; all tests share it, each with its own service.
///
/// It ends when this process does, since it reads the pipe that this process holds.
enum StandInKeychainProcess {
    /// The groups that the entitlements of this process name.
    static let groups = ["TEAM123456.com.example.app", "TEAM123456.com.example.office"]

    /// Starts the keychain unless it runs.
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
