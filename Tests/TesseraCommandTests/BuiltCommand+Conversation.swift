// SPDX-License-Identifier: Apache-2.0
import Foundation

extension BuiltCommand {
    /// Runs the command to its end, and answers it while it waits.
    ///
    /// `answer` is given each line of standard error; what it returns is typed in, once.
    func run(
        _ arguments: [String], adding: [String: String] = [:],
        answering answer: @escaping @Sendable (_ line: String) throws -> String?
    ) async throws -> Outcome {
        let process = Process()
        process.executableURL = Self.executable
        process.arguments = arguments
        process.environment = complete(adding)
        let (input, output, error) = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, error)
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        try process.run()
                        let results = PipeReader(output)
                        let errors = try Self.converse(reading: error, writing: input, answer)
                        process.waitUntilExit()
                        return Outcome(status: process.terminationStatus, output: results.text(), error: errors)
                    })
            }
        }
    }

    private static func converse(
        reading error: Pipe, writing input: Pipe, _ answer: (String) throws -> String?
    ) throws -> String {
        var (text, line) = ("", Data())
        while let byte = try error.fileHandleForReading.read(upToCount: 1)?.first {
            line.append(byte)
            guard byte == UInt8(ascii: "\n") else { continue }
            let whole = String(decoding: line, as: UTF8.self)
            text += whole
            line = Data()
            if let typed = try answer(whole.trimmingCharacters(in: .whitespacesAndNewlines)) {
                try input.fileHandleForWriting.write(contentsOf: Data((typed + "\n").utf8))
                try input.fileHandleForWriting.close()
            }
        }
        return text
    }

    /// Lets the browser of the tests go to an address, and gives what it printed: where it ended.
    static func browse(_ address: String, as environment: [String: String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: environment["BROWSER"] ?? "")
        process.arguments = [address]
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
