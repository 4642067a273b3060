// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import ProgramLifecycle

/// The exit codes, after `sysexits.h`.
///
/// Scripts may rely on them.
public enum ExitStatus: Int32, CaseIterable, Sendable {
    /// The command succeeded.
    case done = 0
    /// The command was refused, or failed for a reason without its own code.
    case failed = 1
    /// The arguments are wrong; the argument parser reports that.
    case wrongArguments = 64
    /// A given file has invalid content.
    case dataWrong = 65
    /// A given file is missing, or cannot be read.
    case noInput = 66
    /// No server answers (no network, or it is not running), an address is in use, or a library or resource is missing.
    case unavailable = 69
    /// A file or folder cannot be written.
    case cannotWrite = 73
    /// The person must sign in first, or again.
    case signInRequired = 77
    /// The settings are missing or wrong.
    case settingsWrong = 78
    /// Ctrl-C ended the command; shells add 128 to the signal's number.
    case interrupted = 130

    /// The meaning of the code in the help.
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
    /// The failure and its cause.
    public let message: String
    /// The next step.
    public let hint: Hint
    /// The exit code.
    public let status: ExitStatus

    /// Creates an error whose hint is the next step.
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

/// The error after Ctrl-C, with which the person ends the command.
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
