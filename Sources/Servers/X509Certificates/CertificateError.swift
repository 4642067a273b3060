// SPDX-License-Identifier: Apache-2.0

package struct CertificateError: Error, Sendable, CustomStringConvertible {
    package enum Code: String, Sendable, CaseIterable {
        case serialNumber
        /// Before the year 1 or after the year 9999.
        case time
        /// A name is neither ASCII text nor an address, or a list of names is empty.
        case name
        /// PEM text is damaged, or contains something other than certificates.
        case text
        /// The certificate, or a part of it, cannot be read.
        case unreadable
    }

    package let code: Code
    package let description: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        description = reason
    }
}
