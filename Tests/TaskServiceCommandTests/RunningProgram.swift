// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Synchronization
import Testing

/// A program of this package in a process of its own, with a folder of its own.
final class RunningProgram: Sendable {
    /// Its first line on standard output; empty if it ended without one.
    let firstLine: String
    private let process: Process
    private let log: URL

    /// The address in the line `Listening on URL`.
    var url: URL { get throws { try #require(URL(string: String(firstLine.dropFirst("Listening on ".count)))) } }

    /// Starts a program, and waits for its first line.
    ///
    /// - Parameters:
    ///   - name: The program, beside the tests.
    ///   - arguments: Its arguments.
    ///   - folder: Gets the log.
    ///   - environment: Its environment, beside the path.
    /// - Throws: Errors of Foundation.
    init(_ name: String, _ arguments: [String], in folder: URL, _ environment: [String: String] = [:]) async throws {
        log = folder.appending(path: "\(name)-\(UUID().uuidString).log")
        try Data().write(to: log)
        process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
            path: name)
        process.arguments = arguments
        process.environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "TESSERA_HOME": folder.path]
            .merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: log)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        firstLine = await Self.firstLine(of: output)
    }

    /// What it has logged so far.
    var logged: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

    /// Waits for a line in its log, at most twenty seconds.
    func line(with text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            // Only whole lines count.
            let lines = logged.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            if let line = lines.first(where: { $0.contains(text) }) { return String(line) }
            try await Self.pause()
        }
        throw Failure(description: "no line with '\(text)' in:\n\(logged)")
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The address of its port for operators.
    func operators() async throws -> URL {
        let line = try await line(with: "metrics, health and readiness")
        let members = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
        return try #require(members["url"].flatMap(URL.init))
    }

    /// Sends a signal.
    func signal(_ number: Int32) { _ = kill(process.processIdentifier, number) }

    /// Ends it as an operator does, and gives its exit code.
    func end(by number: Int32 = SIGTERM) async -> Int32 {
        signal(number)
        return await status()
    }

    /// Its exit code, once it has ended.
    func status() async -> Int32 {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [process] in
                process.waitUntilExit()
                continuation.resume(returning: process.terminationStatus)
            }
        }
    }

    /// Lets other processes run for a moment.
    static func pause() async throws {
        try Task.checkCancellation()
        await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { continuation.resume() }
        }
    }

    private static func firstLine(of pipe: Pipe) async -> String {
        let handle = pipe.fileHandleForReading
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var line = Data()
                while let byte = try? handle.read(upToCount: 1), let first = byte.first, first != UInt8(ascii: "\n") {
                    line.append(first)
                }
                continuation.resume(returning: String(decoding: line, as: UTF8.self))
            }
        }
    }
}
