// SPDX-License-Identifier: Apache-2.0

package struct CertificateError: Error, Sendable, CustomStringConvertible {
    package enum Code: String, Sendable, CaseIterable {
        case serialNumber
        case time
        /// A name is neither ASCII text nor an address, or a list of names is empty.
        case name
        case text
        case unreadable
    }

    package let code: Code
    package let description: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        description = reason
    }
}
