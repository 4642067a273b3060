// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// The reason why a file of tasks cannot be opened.
package struct TaskStoreError: Error, Sendable, CustomStringConvertible {
    /// The file.
    package let file: URL
    /// The message of the system or the database.
    package let reason: String

    init(_ file: URL, _ reason: String) {
        self.file = file
        self.reason = reason
    }

    /// The file and the reason in one sentence.
    package var description: String { "the tasks cannot be kept in \(file.path): \(reason)" }
}
