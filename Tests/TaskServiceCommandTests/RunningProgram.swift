// SPDX-License-Identifier: Apache-2.0

import Fixtures

final class RunningProgram: Sendable {
    /// The first line on standard output; empty if it ended without one.
    let firstLine: String
    private let process: Process
    private let log: ProgramOutput

    var url: URL { get throws { try #require(URL(string: String(firstLine.dropFirst("Listening on ".count)))) } }

    /// Starts the program beside the tests, with `folder` as its home, and waits for its first line.
    init(
        _ name: String, _ arguments: [String], in folder: URL, _ environment: [String: String] = [:],
        input: FileHandle = .nullDevice
    ) async throws {
        process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
            path: name)
        process.arguments = arguments
        process.environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "TESSERA_HOME": folder.path]
            .merging(environment) { $1 }
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        process.standardInput = input
        try process.run()
        log = ProgramOutput(of: errors)
        firstLine = await ProgramOutput(of: output).line() ?? ""
    }

    deinit {
        // A failed test leaves no program behind.
        if process.isRunning { signal(SIGKILL) }
    }

    var logged: String { log.text }

    func line(with text: String) async throws -> String {
        guard let line = await log.line(with: text) else {
            throw Failure(description: "no line with '\(text)' in:\n\(logged)")
        }
        return line
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    func operators() async throws -> URL {
        let line = try await line(with: "metrics, health, and readiness")
        let members = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
        return try #require(members["url"].flatMap(URL.init))
    }

    func signal(_ number: Int32) { _ = kill(process.processIdentifier, number) }

    /// Ends it as an operator does, and returns the exit code.
    func end(by number: Int32 = SIGTERM) async -> Int32 {
        signal(number)
        return await status()
    }

    /// The exit code, once it has ended and ``logged`` is complete.
    func status() async -> Int32 {
        // No line contains a line break: this returns at the end of the log.
        _ = await log.line(with: "\n")
        return await process.ended()
    }
}

/// One TLS connection for several requests, by Python's OpenSSL.
final class KeptConnection: Sendable {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    init(port: Int) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c",
            """
            import http.client, ssl, sys
            context = ssl._create_unverified_context()
            connection = http.client.HTTPSConnection("localhost", int(sys.argv[1]), context=context)
            connection.connect()
            first = connection.sock
            for line in sys.stdin:
                connection.request("GET", "/")
                response = connection.getresponse()
                response.read()
                print(response.status if connection.sock is first else "another connection", flush=True)
            """, "\(port)",
        ]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// Sends a request, and returns the status.
    func next() async throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [output] in
                var line = Data()
                while let byte = try? output.fileHandleForReading.read(upToCount: 1), let first = byte.first,
                    first != UInt8(ascii: "\n")
                { line.append(first) }
                continuation.resume(returning: String(decoding: line, as: UTF8.self))
            }
        }
    }

    func end() { try? input.fileHandleForWriting.close() }
}

extension TestCertificate {
    /// A self-signed certificate and its key, as PEM.
    static func pair() throws -> (certificate: String, key: String) {
        let certificate = try TestCertificate(named: "localhost", from: Date(timeIntervalSinceNow: -3600))
        return (try certificate.pem, certificate.privateKeyPEM)
    }
}
