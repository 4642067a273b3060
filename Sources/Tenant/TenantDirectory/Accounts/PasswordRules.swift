// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// The real services' rules for a new password: its length, its characters, and three kinds of these out of four.
///
/// No rule is checked at sign-in, as in the real services: an older password may break it.
package struct PasswordRules: Sendable {
    /// Microsoft Entra ID, which allows no character outside ASCII.
    package static let entraID = PasswordRules(longest: 256) { PasswordText.ascii.contains($0) }
    /// External ID, which allows Unicode where customers sign up by themselves.
    package static let externalID = PasswordRules(longest: 256, allows: PasswordText.isPrintable)
    /// Azure AD B2C, with the characters and the edges of its published predicates.
    package static let azureADB2C = PasswordRules(longest: 64, mayHaveSpacesAround: false) {
        PasswordText.ascii.contains($0) && $0 != "<" && $0 != ">"
    }

    private static let shortest = 8

    private let longest: Int
    private let mayHaveSpacesAround: Bool
    private let allows: @Sendable (Unicode.Scalar) -> Bool

    private init(
        longest: Int, mayHaveSpacesAround: Bool = true, allows: @escaping @Sendable (Unicode.Scalar) -> Bool
    ) {
        (self.longest, self.mayHaveSpacesAround, self.allows) = (longest, mayHaveSpacesAround, allows)
    }

    /// The rules, in words for a page.
    package var words: String {
        "\(Self.shortest) to \(longest) characters, with at least three of these: lowercase letters, uppercase letters, "
            + "digits, symbols."
    }

    /// The rule that a password breaks, in words for a page; `nil` if it breaks none.
    package func problem(with password: String, repeated: String) -> String? {
        guard let scalars = PasswordText.prepared(password)?.unicodeScalars,
            (Self.shortest...longest).contains(scalars.count)
        else {
            return
                "A password must have \(Self.shortest) to \(longest) characters; this one has "
                + "\(password.unicodeScalars.count)."
        }
        // As typed: the prepared form of some other characters is ASCII.
        guard password.unicodeScalars.allSatisfy(allows) else {
            return "The password has a character that is not allowed here. Use other letters, digits, or symbols."
        }
        guard mayHaveSpacesAround || scalars.first != " " && scalars.last != " " else {
            return "The password begins or ends with a space. Remove it."
        }
        let kinds = Set(scalars.map(Kind.init))
        guard kinds.count >= 3 else {
            return
                "The password has \(kinds.count) of the four kinds of characters. Use three of these: "
                + "lowercase letters, uppercase letters, digits, symbols."
        }
        guard PasswordText.prepared(repeated)?.unicodeScalars.elementsEqual(scalars) == true else {
            return "The passwords do not match. Enter the new one twice."
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

/// The form in which passwords are compared: one keyboard types a letter with its accent, another one both in turn.
///
/// RFC 8265 §4.2 (`OpaqueString`)
enum PasswordText {
    /// The printable characters of ASCII.
    static let ascii: ClosedRange<Unicode.Scalar> = " "..."~"

    /// The longest text that is prepared, in bytes: composing takes the square of the number of marks on one letter.
    private static let longest = 4096

    /// The text as it is hashed; `nil` for one that is too long for any password.
    static func prepared(_ password: String) -> String? {
        guard password.utf8.count <= longest else { return nil }
        // Most are ASCII, which this leaves as it is.
        guard !password.utf8.allSatisfy({ $0 < 0x80 }) else { return password }
        var scalars = String.UnicodeScalarView()
        for scalar in password.canonicalComposition.unicodeScalars {
            scalars.append(scalar.properties.generalCategory == .spaceSeparator ? " " : scalar)
        }
        return String(scalars)
    }

    /// Whether a password may have a character: no control character, and none that Unicode does not know.
    static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        ![.control, .unassigned, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
}
