// SPDX-License-Identifier: Apache-2.0

/// An email address as typed; only a code proves that it exists.
package enum EmailAddress {
    /// RFC 5321 allows more, but no form of the real service does.
    package static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count <= 254 && !text.unicodeScalars.contains(where: \.isInvisible)
            && text.wholeMatch(of: #/[^\s@<>()\[\]\,;:"]+@[^\s@<>()\[\]\,;:"']+\.[^\s@<>()\[\]\,;:"'.]+/#) != nil
    }

    /// ASCII only: Unicode also folds the Kelvin sign to k, so one mailbox's code would open another account.
    package static func folded(_ text: String) -> String {
        String(decoding: text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }
}

extension Unicode.Scalar {
    /// Whether it controls how text is shown. Unicode §4.5 (Cc, Cf, Zl, Zp)
    package var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Names in Persian, Sinhala, and other scripts need joiners.
    package var isJoiner: Bool { ["\u{200C}", "\u{200D}"].contains(self) }
}

/// A phone number that can receive codes, with the country code: 7 to 15 digits after a plus sign. ITU-T E.164 §6
package struct PhoneNumber: Sendable, Hashable {
    package static let demand = "Enter the number with its country code, such as +44 7700 900123."

    /// As typed, without surrounding white space.
    package let text: String

    package init?(_ typed: String) {
        guard let match = typed.wholeMatch(of: #/\s*(\+[0-9][0-9 ().-]{5,24}[0-9])\s*/#) else { return nil }
        let number = String(match.1)
        guard (7...15).contains(number.count(where: \.isNumber)) else { return nil }
        text = number
    }

    /// Only the country code and the last three digits, so that even the length stays hidden.
    package static func masked(_ phone: String) -> String {
        let country = phone.prefix { $0 != " " }
        let isKnown = phone.hasPrefix("+") && country.count < 5
        return (isKnown ? "\(country) " : "") + "••••••" + " " + phone.filter(\.isNumber).suffix(3)
    }
}
