// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import PortableFoundation
import ProgramLifecycle

/// The exit codes, after `sysexits.h`; scripts rely on them.
public enum ExitStatus: Int32, CaseIterable, Sendable {
    case done = 0
    /// The command was refused, or failed for a reason without its own code.
    case failed = 1
    case wrongArguments = 64
    case dataWrong = 65
    case noInput = 66
    case unavailable = 69
    case cannotWrite = 73
    case signInRequired = 77
    case settingsWrong = 78
    /// Ctrl-C ended the command; shells add 128 to the signal's number.
    case interrupted = 130

    public var meaning: String {
        switch self {
        case .done: "success"
        case .failed: "request rejected or failed"
        case .wrongArguments: "invalid arguments"
        case .dataWrong: "a file has invalid content"
        case .noInput: "a file is missing or cannot be read"
        case .unavailable: "no response, an address is in use, or a library is missing"
        case .cannotWrite: "a file or folder cannot be written"
        case .signInRequired: "sign-in required"
        case .settingsWrong: "the settings are missing or invalid"
        case .interrupted: "interrupted with Ctrl-C"
        }
    }
}

/// An error of the command itself, with the next step.
public struct CommandError: Error {
    public let message: String
    public let hint: Hint
    public let status: ExitStatus

    public init(_ message: String, hint: Hint, _ status: ExitStatus = .failed) {
        (self.message, self.hint, self.status) = (message, hint, status)
    }

    /// Creates the error of a file that cannot be read or written; `nil` for any other error.
    public init?(ofFile error: any Error) {
        guard let error = error as? CocoaError, (0..<1024).contains(error.code.rawValue) else { return nil }
        let file = error.filePath.map { "\($0): " } ?? ""
        self.init(file + error.explanation, hint: "check the path and its permissions", .cannotWrite)
    }
}

/// Ctrl-C ended the command.
public struct Interruption: Error {
    /// Runs `work`, and cancels it on Ctrl-C, so that it can clean up.
    public static func cancelling<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result.self) { group in
            // A second Ctrl-C ends the program at once.
            let signals = Signals([SIGINT], once: true)
            group.addTask { try await work() }
            group.addTask {
                for await _ in signals.all { throw Interruption() }
                throw CancellationError()
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() else { throw CancellationError() }
            return result
        }
    }
}
