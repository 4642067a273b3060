// SPDX-License-Identifier: Apache-2.0

/// One challenge of a `WWW-Authenticate` field: a scheme, with parameters or with one value.
///
/// A server may send several, in one field or in many. The parser reads each of them, also those of unknown schemes.
///
/// ```swift
/// let fields = response.head.headerFields[values: .wwwAuthenticate]
/// let challenges = AuthenticationChallenge.all(in: fields)
/// let error = challenges.first { $0.isScheme("Bearer") }?["error"]  // such as "invalid_token"
/// ```
///
/// RFC 9110 §11.6.1
public struct AuthenticationChallenge: Sendable, Hashable {
    /// A departure from the grammar that real servers send and the parser accepts.
    public enum Tolerance: String, Sendable, Hashable, CaseIterable {
        /// A value that is no token stands without quotes, such as an address.
        case unquotedValue
        /// A comma stands between a scheme and its first parameter.
        case commaAfterScheme
    }

    /// The scheme as the server wrote it; the case of its letters has no meaning.
    public let scheme: String
    /// The value of a scheme without parameters, such as that of `Negotiate`; `nil` for others.
    public let token68: String?
    /// The departures from the grammar that the parser accepted in this challenge.
    public let tolerances: Set<Tolerance>
    private let parameters: [String: String]

    init(_ scheme: String, token68: String?, parameters: [String: String], tolerances: Set<Tolerance>) {
        self.scheme = scheme
        self.token68 = token68
        self.parameters = parameters
        self.tolerances = tolerances
    }

    /// Whether the challenge is of a scheme, such as `Bearer`.
    public func isScheme(_ name: String) -> Bool { scheme.lowercased() == name.lowercased() }

    /// The value of a parameter, without its quotes; the case of the name has no meaning.
    ///
    /// A parameter that stands twice has no value: which of the two counts cannot be known.
    public subscript(name: String) -> String? { parameters[name.lowercased()] }

    /// Reads the challenges of a response.
    ///
    /// A part that breaks the grammar ends the reading: the parser returns the challenges before it, and no others.
    ///
    /// - Parameter fields: The values of the `WWW-Authenticate` fields, in their order.
    /// - Returns: The challenges, in their order; none from more than 64 KiB.
    public static func all(in fields: [String]) -> [AuthenticationChallenge] {
        guard fields.reduce(0, { $0 + $1.utf8.count }) <= ChallengeParser.maximumByteCount else { return [] }
        return fields.flatMap { field in
            var parser = ChallengeParser(field)
            return parser.challenges()
        }
    }
}
