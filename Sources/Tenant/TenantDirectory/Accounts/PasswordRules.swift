// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// The real services' rules for new passwords; sign-in does not check them, so older passwords may break them.
package struct PasswordRules: Sendable {
    package static let entraID = PasswordRules(longest: 256) { PasswordText.ascii.contains($0) }
    /// Unicode is allowed where customers sign up themselves.
    package static let externalID = PasswordRules(longest: 256, allows: PasswordText.isPrintable)
    /// The characters and edges of Azure AD B2C's published predicates.
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

    package var words: String {
        "\(Self.shortest) to \(longest) characters, with at least three of these: lowercase letters, uppercase letters, "
            + "digits, symbols."
    }

    package func problem(with password: String, repeated: String) -> String? {
        guard let scalars = PasswordText.prepared(password)?.unicodeScalars,
            (Self.shortest...longest).contains(scalars.count)
        else {
            return
                "A password must have \(Self.shortest) to \(longest) characters; this one has "
                + "\(password.unicodeScalars.count)."
        }
        // As typed: preparation turns some other characters into ASCII.
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

/// Prepares passwords for comparison, because keyboards compose letters differently. RFC 8265 §4.2
enum PasswordText {
    static let ascii: ClosedRange<Unicode.Scalar> = " "..."~"

    /// In bytes: composition takes quadratic time in the number of marks on one letter.
    private static let longest = 4096

    static func prepared(_ password: String) -> String? {
        guard password.utf8.count <= longest else { return nil }
        // Most passwords are ASCII, which preparation does not change.
        guard !password.utf8.allSatisfy({ $0 < 0x80 }) else { return password }
        var scalars = String.UnicodeScalarView()
        for scalar in password.canonicalComposition.unicodeScalars {
            scalars.append(scalar.properties.generalCategory == .spaceSeparator ? " " : scalar)
        }
        return String(scalars)
    }

    static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        ![.control, .unassigned, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
}
