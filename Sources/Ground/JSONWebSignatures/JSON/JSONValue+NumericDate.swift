// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

extension JSONValue {
    /// The time, if this is a number of seconds since 1970, at most until the end of the year 9999.
    ///
    /// Any other number is no time: milliseconds would be a time that no check ever finds too old. RFC 7519 §2
    package var numericDate: Date? {
        guard let seconds = double, (0...253_402_300_799).contains(seconds) else { return nil }
        return Date(timeIntervalSince1970: seconds)
    }
}
