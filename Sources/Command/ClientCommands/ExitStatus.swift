// SPDX-License-Identifier: Apache-2.0
/// The exit codes, after `sysexits.h`.
///
/// Scripts may rely on them.
package enum ExitStatus: Int32, CaseIterable {
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
    /// No server answers (no network, or it is not running), or an address is in use.
    case unavailable = 69
    /// A file or folder cannot be written.
    case cannotWrite = 73
    /// The person must sign in first, or again.
    case signInRequired = 77
    /// The settings are missing or wrong.
    case settingsWrong = 78
    /// Ctrl-C ended the command; shells add 128 to the signal's number.
    case interrupted = 130
}

extension ExitStatus {
    /// The meaning of the code in the help.
    package var meaning: String {
        switch self {
        case .done: "done"
        case .failed: "refused or failed"
        case .wrongArguments: "wrong arguments"
        case .dataWrong: "a file holds something wrong"
        case .noInput: "a file is not there, or cannot be read"
        case .unavailable: "nobody answers, or an address is taken"
        case .cannotWrite: "a file or folder cannot be written"
        case .signInRequired: "sign in first, or again"
        case .settingsWrong: "the settings are missing or wrong"
        case .interrupted: "ended with Ctrl-C"
        }
    }
}
