// SPDX-License-Identifier: Apache-2.0
/// An error of the command itself, with the next step.
package struct CommandError: Error {
    let message: String
    /// As ``ErrorText/hint``.
    let hint: String
    let status: ExitStatus

    package init(_ message: String, hint: String, _ status: ExitStatus = .failed) {
        self.message = message
        self.hint = hint
        self.status = status
    }
}
