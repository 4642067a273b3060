// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// Why the kept certificates cannot be used.
package struct LocalCertificatesError: Error, Sendable {
    /// The kinds of failure.
    package enum Code: String, Sendable, CaseIterable {
        /// A file is not what it should be; moving it away helps.
        case damaged
        /// A file or the folder cannot be read or written, or is open to others.
        case unusable
    }

    /// Which kind of failure it was.
    package let code: Code
    /// The file or folder.
    package let file: URL
    /// What was wrong with it; never a part of a key.
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
