// SPDX-License-Identifier: Apache-2.0
import Foundation

extension Terminal {
    /// Whether a person is there who can be asked: standard input is a terminal, and so is what questions are shown on.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks for a line; `nil` at the end of the input.
    ///
    /// - Throws: `CancellationError` when the task is cancelled; the person need not press return for that.
    static func ask(_ question: String) async throws -> String? {
        if isInteractive { prompt(question) }
        return try await reading { readLine() }
    }

    /// Asks for a line that is not shown while it is typed or pasted; as ``ask(_:)`` otherwise.
    static func askHidden(_ question: String) async throws -> String? {
        guard let terminal = HiddenLine() else { return try await ask(question) }
        defer { withExtendedLifetime(terminal) {} }
        prompt(question)
        return try await reading { HiddenLine.line(HiddenLine.byte) }
    }

    /// Asks for a yes; everything else is a no, and so is nobody to ask.
    static func confirms(_ question: String) async throws -> Bool {
        guard isInteractive, let answer = try await ask("\(question) [y/N] ") else { return false }
        return ["y", "yes"].contains(answer.trimmingCharacters(in: .whitespaces).lowercased())
    }

    /// Reading blocks, so it has a thread of its own; where nobody waits for it any more, the program is about to end.
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
