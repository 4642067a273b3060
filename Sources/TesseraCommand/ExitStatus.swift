// SPDX-License-Identifier: Apache-2.0
/// The exit codes, after `sysexits.h`. They are part of what scripts may rely on.
enum ExitStatus: Int32 {
    /// The request was refused, or failed in a way that no other code names.
    case failed = 1
    /// Nobody answers: no network, or the server is not running.
    case unavailable = 69
    /// A file or folder cannot be written.
    case cannotWrite = 73
    /// The person has to sign in first, or again.
    case signInRequired = 77
    /// The settings are missing or wrong.
    case settingsWrong = 78
}
