// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import PortableFoundation

/// One challenge of a `WWW-Authenticate` field: a scheme, with parameters or with one value.
///
/// RFC 9110 §11.6.1
package struct AuthenticationChallenge: Sendable, Hashable {
    /// A violation of the grammar that real servers commit and the parser accepts.
    package enum Tolerance: String, Sendable, Hashable, CaseIterable {
        case unquotedValue
        case commaAfterScheme
    }

    /// The scheme as the server sent it; it is case-insensitive.
    package let scheme: String
    /// The value of a scheme without parameters, such as `Negotiate`; `nil` for others.
    package let token68: String?
    package let tolerances: Set<Tolerance>
    private let parameters: [String: String]

    init(_ scheme: String, token68: String?, parameters: [String: String], tolerances: Set<Tolerance>) {
        self.scheme = scheme
        self.token68 = token68
        self.parameters = parameters
        self.tolerances = tolerances
    }

    package func isScheme(_ name: String) -> Bool { scheme.lowercased() == name.lowercased() }

    /// Accesses a parameter's value, without its quotes, by case-insensitive name.
    ///
    /// A repeated parameter has no value, because it is ambiguous.
    package subscript(name: String) -> String? { parameters[name.lowercased()] }

    /// Parses the challenges in the values of `WWW-Authenticate` fields, in order; none if the fields exceed 64 KiB.
    ///
    /// Parsing stops at the first syntax error, and returns the preceding challenges.
    package static func all(in fields: [String]) -> [AuthenticationChallenge] {
        guard fields.reduce(0, { $0 + $1.utf8.count }) <= ChallengeParser.maximumByteCount else { return [] }
        return fields.flatMap(ChallengeParser.challenges)
    }
}

/// Reads the challenges of one `WWW-Authenticate` field, in linear time.
///
/// A list element that begins with a name and an equals sign continues the challenge; any other one begins the next.
/// RFC 9110 §11.2, §11.6.1
struct ChallengeParser {
    static let maximumByteCount = 65_536

    private struct OpenChallenge {
        let scheme: String
        /// Whether a space follows the scheme, as it must before parameters.
        let hasSpace: Bool
        var token68: String?
        var parameters: [String: String] = [:]
        var repeated: Set<String> = []
        var tolerances: Set<AuthenticationChallenge.Tolerance> = []

        var challenge: AuthenticationChallenge {
            AuthenticationChallenge(
                scheme, token68: token68, parameters: parameters.filter { !repeated.contains($0.key) },
                tolerances: tolerances)
        }
    }

    private var done: [AuthenticationChallenge] = []
    private var open: OpenChallenge?

    /// The complete challenges; a syntax error removes the challenge that it belongs to.
    static func challenges(in field: String) -> [AuthenticationChallenge] {
        var parser = ChallengeParser()
        for element in HTTPField.elements(of: field) where !parser.read(element) { return parser.done }
        return parser.done + (parser.open.map { [$0.challenge] } ?? [])
    }

    private mutating func read(_ element: ArraySlice<UInt8>) -> Bool {
        if open != nil, let parameter = Parameter(element) {
            if open?.hasSpace == false { open?.tolerances.insert(.commaAfterScheme) }
            return add(parameter)
        }
        let scheme = element.prefix(while: HTTPToken.isToken)
        guard !scheme.isEmpty else { return false }
        if let open { done.append(open.challenge) }
        open = nil
        let rest = element[scheme.endIndex...].drop(while: HTTPField.isBlank)
        guard rest.isEmpty || rest.startIndex > scheme.endIndex else { return false }
        open = OpenChallenge(scheme: String(decoding: scheme, as: UTF8.self), hasSpace: !rest.isEmpty)
        if rest.isEmpty { return true }
        if rest.drop(while: Self.isToken68).allSatisfy({ $0 == UInt8(ascii: "=") }), rest.first != UInt8(ascii: "=") {
            open?.token68 = String(decoding: rest, as: UTF8.self)
            return true
        }
        return Parameter(rest).map { add($0) } ?? false
    }

    private mutating func add(_ parameter: Parameter) -> Bool {
        guard open?.token68 == nil, let value = parameter.value else { return false }
        if !parameter.isRegular { open?.tolerances.insert(.unquotedValue) }
        let key = parameter.name.lowercased()
        if open?.parameters.updateValue(value, forKey: key) != nil { open?.repeated.insert(key) }
        return true
    }

    /// A character of a token68 except its equals signs. RFC 9110 §11.2
    private static func isToken68(_ byte: UInt8) -> Bool {
        byte.isUnreserved || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
    }
}

private struct Parameter {
    let name: String
    let value: String?
    let isRegular: Bool

    init?(_ text: ArraySlice<UInt8>) {
        let name = text.prefix(while: HTTPToken.isToken)
        let rest = text[name.endIndex...].drop(while: HTTPField.isBlank)
        guard !name.isEmpty, rest.first == UInt8(ascii: "=") else { return nil }
        self.name = String(decoding: name, as: UTF8.self)
        let written = rest.dropFirst().drop(while: HTTPField.isBlank)
        if written.first == UInt8(ascii: "\"") {
            (value, isRegular) = (Self.unquoted(written.dropFirst()), true)
        } else {
            let isWhole = written.allSatisfy {
                Self.isQuotable($0) && !HTTPField.isBlank($0) && $0 != UInt8(ascii: "\"")
            }
            value = isWhole && !written.isEmpty ? String(validating: written, as: UTF8.self) : nil
            isRegular = written.allSatisfy(HTTPToken.isToken)
        }
    }

    /// The text before a quote that is the last byte. RFC 9110 §5.6.4
    private static func unquoted(_ text: ArraySlice<UInt8>) -> String? {
        var (value, rest) = ([UInt8](), text)
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return rest.isEmpty ? String(validating: value, as: UTF8.self) : nil }
            guard let character = byte == UInt8(ascii: "\\") ? rest.popFirst() : byte, isQuotable(character) else {
                return nil
            }
            value.append(character)
        }
        return nil
    }

    /// A character that is allowed in quotes: no control character but a tab. RFC 9110 §5.6.4
    private static func isQuotable(_ byte: UInt8) -> Bool { byte == 0x09 || (byte >= 0x20 && byte != 0x7f) }
}
