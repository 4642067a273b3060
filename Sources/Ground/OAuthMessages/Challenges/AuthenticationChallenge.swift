// SPDX-License-Identifier: Apache-2.0

/// One challenge of a `WWW-Authenticate` field: a scheme, with parameters or with one value.
///
/// A server can send several, in one field or in many. The parser reads all of them, including those of unknown
/// schemes.
///
/// ```swift
/// let fields = response.head.headerFields[values: .wwwAuthenticate]
/// let challenges = AuthenticationChallenge.all(in: fields)
/// let error = challenges.first { $0.isScheme("Bearer") }?["error"]  // such as "invalid_token"
/// ```
///
/// RFC 9110 §11.6.1
public struct AuthenticationChallenge: Sendable, Hashable {
    /// A violation of the grammar that real servers commit and the parser accepts.
    package enum Tolerance: String, Sendable, Hashable, CaseIterable {
        /// A value that is not a token, such as a URL, without quotes.
        case unquotedValue
        /// A comma between a scheme and its first parameter.
        case commaAfterScheme
    }

    /// The scheme as the server sent it; it is case-insensitive.
    public let scheme: String
    /// The value of a scheme without parameters, such as `Negotiate`; `nil` for others.
    public let token68: String?
    /// The grammar violations that the parser accepted in this challenge.
    package let tolerances: Set<Tolerance>
    private let parameters: [String: String]

    init(_ scheme: String, token68: String?, parameters: [String: String], tolerances: Set<Tolerance>) {
        self.scheme = scheme
        self.token68 = token68
        self.parameters = parameters
        self.tolerances = tolerances
    }

    /// Returns whether the challenge has a scheme, such as `Bearer`.
    public func isScheme(_ name: String) -> Bool { scheme.lowercased() == name.lowercased() }

    /// Accesses a parameter's value, without its quotes, by case-insensitive name.
    ///
    /// A repeated parameter has no value, because it is ambiguous.
    public subscript(name: String) -> String? { parameters[name.lowercased()] }

    /// Parses the challenges of a response.
    ///
    /// Parsing stops at the first syntax error, and returns the preceding challenges.
    ///
    /// - Parameter fields: The values of the `WWW-Authenticate` fields, in order.
    /// - Returns: The challenges, in order; none if the fields exceed 64 KiB.
    public static func all(in fields: [String]) -> [AuthenticationChallenge] {
        guard fields.reduce(0, { $0 + $1.utf8.count }) <= ChallengeParser.maximumByteCount else { return [] }
        return fields.flatMap(ChallengeParser.challenges)
    }
}
