// SPDX-License-Identifier: Apache-2.0

/// The real service's rules for a new password: 8 to 64 characters, of three kinds out of four.
package enum PasswordRules {
    package static let words =
        "8 to 64 characters, with at least three of these: small letters, capitals, digits, signs."

    /// The rule that a password breaks, in words for a page; `nil` if it breaks none.
    package static func problem(with password: String, repeated: String) -> String? {
        guard (8...64).contains(password.unicodeScalars.count) else {
            return "A password has 8 to 64 characters; this one has \(password.unicodeScalars.count)."
        }
        let kinds = Set(password.unicodeScalars.map(Kind.init))
        guard kinds.count >= 3 else {
            return
                "The password has \(kinds.count) of the four kinds of characters. Use three of these: small letters, "
                + "capitals, digits, signs."
        }
        // By scalars: canonically equivalent texts are different passwords.
        guard password.unicodeScalars.elementsEqual(repeated.unicodeScalars) else {
            return "The two passwords are not the same. Type the new one twice."
        }
        return nil
    }

    private enum Kind {
        case small, capital, digit, sign

        init(_ scalar: Unicode.Scalar) {
            self =
                switch scalar.properties.generalCategory {
                case .lowercaseLetter: .small
                case .uppercaseLetter, .titlecaseLetter: .capital
                case .decimalNumber: .digit
                default: .sign
                }
        }
    }
}
