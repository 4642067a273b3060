// SPDX-License-Identifier: Apache-2.0

/// A telephone number that can receive codes: a plus sign and 7 to 15 digits, including the country's prefix.
///
/// ITU-T E.164 §6
package struct PhoneNumber: Sendable, Hashable {
    /// The message for another text.
    package static let demand = "Type the number with its country, such as +44 7700 900123."

    /// The number as the person typed it, without surrounding white space.
    package let text: String

    /// Reads a number; `nil` for any other text.
    package init?(_ typed: String) {
        guard let match = typed.wholeMatch(of: #/\s*(\+[0-9][0-9 ().-]{5,24}[0-9])\s*/#) else { return nil }
        let number = String(match.1)
        guard (7...15).contains(number.count(where: \.isNumber)) else { return nil }
        text = number
    }
}
