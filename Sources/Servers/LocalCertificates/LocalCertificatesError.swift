// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// The reason why the stored certificates cannot be used.
package struct LocalCertificatesError: Error, Sendable {
    /// The kinds of failure.
    package enum Code: String, Sendable, CaseIterable {
        /// A file has invalid content; the person can move it away.
        case damaged
        /// A file or the folder cannot be read or written, or other accounts can write it.
        case unusable
    }

    /// The kind of failure.
    package let code: Code
    /// The file or folder.
    package let file: URL
    /// The fault, without any part of a key.
    package let reason: String

    init(_ code: Code, file: URL, reason: String) {
        self.code = code
        self.file = file
        self.reason = reason
    }
}

extension LocalCertificatesError: CustomStringConvertible {
    /// The file and the reason.
    package var description: String { "\(file.path) cannot be used: \(reason)" }
}
