// SPDX-License-Identifier: Apache-2.0
import Foundation

extension Terminal {
    /// Whether a person can answer: standard input is a terminal, and so is standard error, which shows questions.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks for a line; `nil` at the end of the input.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, even if the person does not press return.
    static func ask(_ question: String) async throws -> String? {
        if isInteractive { prompt(question) }
        return try await reading { readLine() }
    }

    /// Asks for a line that stays hidden while the person types or pastes it; otherwise as ``ask(_:)``.
    static func askHidden(_ question: String) async throws -> String? {
        guard let terminal = HiddenLine() else { return try await ask(question) }
        defer { withExtendedLifetime(terminal) {} }
        prompt(question)
        return try await reading { HiddenLine.line(HiddenLine.byte) }
    }

    /// Asks for a yes; any other answer is a no, and so is a missing terminal.
    static func confirms(_ question: String) async throws -> Bool {
        guard isInteractive, let answer = try await ask("\(question) [y/N] ") else { return false }
        return ["y", "yes"].contains(answer.trimmingCharacters(in: .whitespaces).lowercased())
    }

    /// Reading blocks, so it has its own thread; if the task is cancelled, the thread ends with the program.
    private static func reading(_ read: @escaping @Sendable () -> String?) async throws -> String? {
        let (lines, reader) = AsyncStream<String?>.makeStream()
        Thread.detachNewThread {
            reader.yield(read())
            reader.finish()
        }
        for await line in lines { return line }
        throw CancellationError()
    }
}
