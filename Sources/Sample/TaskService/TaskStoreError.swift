// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// Why a file of tasks cannot be opened.
package struct TaskStoreError: Error, Sendable, CustomStringConvertible {
    /// The file.
    package let file: URL
    /// What the system or the database said.
    package let reason: String

    init(_ file: URL, _ reason: String) {
        self.file = file
        self.reason = reason
    }

    /// File and reason, in a sentence.
    package var description: String { "the tasks cannot be kept in \(file.path): \(reason)" }
}
