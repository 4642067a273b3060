// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Synchronization

/// The `tessera` that was built with these tests, run as a user runs it.
struct BuiltCommand: Sendable {
    struct Outcome: Sendable {
        let status: Int32
        let output: String
        let error: String

        func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            try JSONDecoder().decode(type, from: Data(output.utf8))
        }
    }

    /// A separate home, so that no real account is touched.
    let home: URL
    var environment: [String: String] = [:]
    /// Another program of the package that runs in its place.
    var program = BuiltCommand.executable

    static let executable = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
        path: "tessera")

    /// Runs `body` with the command and a home that is gone afterwards.
    static func withHome<Result>(_ body: (BuiltCommand) async throws -> Result) async throws -> Result {
        let home = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        return try await body(BuiltCommand(home: home))
    }

    /// Starts the command; its standard error goes nowhere unless a place is given.
    func start(
        _ arguments: [String], adding environment: [String: String] = [:], errors: Any = FileHandle.nullDevice
    ) throws -> (process: Process, output: ProgramOutput) {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = complete(environment)
        let output = Pipe()
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return (process, ProgramOutput(of: output))
    }

    func run(
        _ arguments: String..., adding: [String: String] = [:], in folder: URL? = nil
    ) async throws -> Outcome {
        try await run(arguments, adding: adding, in: folder)
    }

    func run(
        _ arguments: [String], adding: [String: String] = [:], in folder: URL? = nil
    ) async throws -> Outcome {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = complete(adding)
        process.currentDirectoryURL = folder ?? home
        let (output, error) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = error
        process.standardInput = FileHandle.nullDevice
        return try await withCheckedThrowingContinuation { continuation in
            // Both pipes are emptied at the same time: a full one would stop the program.
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        try process.run()
                        let errors = PipeReader(error)
                        let text = output.fileHandleForReading.readDataToEndOfFile()
                        process.waitUntilExit()
                        return Outcome(
                            status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
                            error: errors.text())
                    })
            }
        }
    }

    func complete(_ adding: [String: String]) -> [String: String] {
        var all = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "TESSERA_HOME": home.path,
            "LANG": "C.UTF-8",
            // A build that measures coverage would write its profile into the current folder.
            "LLVM_PROFILE_FILE": "/dev/null",
        ]
        all.merge(environment) { $1 }
        all.merge(adding) { $1 }
        return all
    }
}

/// Reads a pipe to its end on a thread of its own.
final class PipeReader: Sendable {
    private let queue = DispatchQueue(label: "pipe reader")
    private let content = Mutex(Data())

    init(_ pipe: Pipe) {
        let handle = pipe.fileHandleForReading
        queue.async { [self] in
            let read = handle.readDataToEndOfFile()
            content.withLock { $0 = read }
        }
    }

    /// What was read, once the pipe has ended.
    func text() -> String {
        queue.sync {}
        return String(decoding: content.withLock { $0 }, as: UTF8.self)
    }
}
