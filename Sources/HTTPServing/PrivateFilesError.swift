// SPDX-License-Identifier: Apache-2.0

/// A folder or file cannot be made its owner's alone.
package struct PrivateFilesError: Error, Sendable, CustomStringConvertible {
    /// What was wrong, with the name of the folder or file.
    package let reason: String

    /// The reason.
    package var description: String { reason }
}
