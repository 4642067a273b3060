// SPDX-License-Identifier: Apache-2.0

/// A telephone number that codes can be sent to: a country's prefix, then 7 to 15 digits in all.
///
/// ITU-T E.164 §6
package struct PhoneNumber: Sendable, Hashable {
    /// What to tell whoever typed something else.
    package static let demand = "Type the number with its country, such as +44 7700 900123."

    /// The number as it was typed, without what surrounds it.
    package let text: String

    /// Reads a number; `nil` for any other text.
    package init?(_ typed: String) {
        guard let match = typed.wholeMatch(of: #/\s*(\+[0-9][0-9 ().-]{5,24}[0-9])\s*/#) else { return nil }
        let number = String(match.1)
        guard (7...15).contains(number.count(where: \.isNumber)) else { return nil }
        text = number
    }
}
