// SPDX-License-Identifier: Apache-2.0
/// The exit codes, after `sysexits.h`.
///
/// They are part of what scripts may rely on.
enum ExitStatus: Int32, CaseIterable {
    /// The request was carried out.
    case done = 0
    /// The request was refused, or failed in a way that no other code names.
    case failed = 1
    /// The arguments are wrong; the argument parser says so.
    case wrongArguments = 64
    /// A file that was given holds something wrong.
    case dataWrong = 65
    /// A file that was given is not there, or cannot be read.
    case noInput = 66
    /// Nobody answers: no network, or the server is not running.
    case unavailable = 69
    /// A file or folder cannot be written.
    case cannotWrite = 73
    /// The person has to sign in first, or again.
    case signInRequired = 77
    /// The settings are missing or wrong.
    case settingsWrong = 78
    /// Ctrl-C ended it; shells count from 128.
    case interrupted = 130
}

extension ExitStatus {
    /// What the code tells a person who reads the help.
    var meaning: String {
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
