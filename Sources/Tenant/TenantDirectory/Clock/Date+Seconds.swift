// SPDX-License-Identifier: Apache-2.0
package import Foundation

extension Date {
    /// Whole seconds since 1970, as tokens count. RFC 7519 §2
    package var seconds: Int { Int(timeIntervalSince1970.rounded(.down)) }

    /// The time without its fraction: sign-ins are kept to the second, and a sign-in of the same second must count.
    package var wholeSeconds: Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }
}
