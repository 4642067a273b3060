// SPDX-License-Identifier: Apache-2.0

/// An e-mail address as a person types it; only a code proves that it exists.
package enum EmailAddress {
    /// Whether a text looks like an address: RFC 5321 allows more, but no form of the real service does.
    package static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count <= 254 && !text.unicodeScalars.contains(where: \.isInvisible)
            && text.wholeMatch(of: #/[^\s@<>()\[\]\,;:"]+@[^\s@<>()\[\]\,;:"']+\.[^\s@<>()\[\]\,;:"'.]+/#) != nil
    }

    /// The address with lower-case ASCII letters, as the database compares it.
    ///
    /// Unicode would also fold the Kelvin sign to k; then the code for one mailbox would open another account.
    package static func folded(_ text: String) -> String {
        String(decoding: text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }
}

extension Unicode.Scalar {
    /// Whether it controls how text is shown: controls, format characters, ends of lines and paragraphs.
    ///
    /// Unicode §4.5, the general categories Cc, Cf, Zl and Zp
    package var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Whether it joins or separates letters, as names in Persian, Sinhala and other scripts need it.
    package var isJoiner: Bool { ["\u{200C}", "\u{200D}"].contains(self) }
}

/// A telephone number that can receive codes: a plus sign and 7 to 15 digits, including the country's prefix.
///
/// ITU-T E.164 §6
package struct PhoneNumber: Sendable, Hashable {
    /// The message for another text.
    package static let demand = "Enter the number with its country code, such as +44 7700 900123."

    /// The number as the person typed it, without surrounding white space.
    package let text: String

    /// Reads a number; `nil` for any other text.
    package init?(_ typed: String) {
        guard let match = typed.wholeMatch(of: #/\s*(\+[0-9][0-9 ().-]{5,24}[0-9])\s*/#) else { return nil }
        let number = String(match.1)
        guard (7...15).contains(number.count(where: \.isNumber)) else { return nil }
        text = number
    }

    /// A masked number: only its country code and its last three digits, so that even its length stays hidden.
    package static func masked(_ phone: String) -> String {
        let country = phone.prefix { $0 != " " }
        let isKnown = phone.hasPrefix("+") && country.count < 5
        return (isKnown ? "\(country) " : "") + "••••••" + " " + phone.filter(\.isNumber).suffix(3)
    }
}
