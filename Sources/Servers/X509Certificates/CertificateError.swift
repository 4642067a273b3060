// SPDX-License-Identifier: Apache-2.0

/// The reason why a certificate cannot be written or read.
package struct CertificateError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    package enum Code: String, Sendable, CaseIterable {
        /// The serial number is zero or too long.
        case serialNumber
        /// A time is before the year 1 or after the year 9999.
        case time
        /// A name is neither ASCII text nor an address, or a list of names is empty.
        case name
        /// A PEM text is damaged, or contains something other than certificates.
        case text
        /// The certificate, or a part of it, cannot be read.
        case unreadable
    }

    /// The kind of failure.
    package let code: Code
    /// The reason, as text for people.
    package let description: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        description = reason
    }
}
