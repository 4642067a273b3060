// SPDX-License-Identifier: Apache-2.0

extension HTTPResponse {
    /// The outcome of a request: a code, and a phrase for people, which comparisons ignore.
    ///
    /// RFC 9110 §15
    public struct Status: Sendable {
        /// The code, from 0 to 999; those of HTTP are 100 to 599.
        public let code: Int
        /// The phrase for people, as valid as a field's value; empty for a code without a constant, and in HTTP/2.
        public let reasonPhrase: String

        /// Creates a status; a code outside 0...999 is a programming error, and traps.
        ///
        /// - Parameters:
        ///   - code: The code, from 0 to 999.
        ///   - reasonPhrase: The phrase, whose control characters become spaces; by default, that of the constant with
        ///     this code.
        public init(code: Int, reasonPhrase: String? = nil) {
            precondition((0...999).contains(code), "a status code has at most three digits")
            self.code = code
            self.reasonPhrase = reasonPhrase.map(HTTPField.validated) ?? Self.phrases[code] ?? ""
        }

        /// The meaning of the first digit.
        public enum Kind: Sendable, Hashable {
            /// A code that HTTP does not define: below 100, or 600 and above.
            case invalid
            /// 1xx: another response follows.
            case informational
            /// 2xx.
            case successful
            /// 3xx.
            case redirection
            /// 4xx.
            case clientError
            /// 5xx.
            case serverError
        }

        /// The meaning of the first digit.
        public var kind: Kind {
            switch code {
            case 100...199: .informational
            case 200...299: .successful
            case 300...399: .redirection
            case 400...499: .clientError
            case 500...599: .serverError
            default: .invalid
            }
        }
    }
}

extension HTTPResponse.Status: Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// Whether the codes are the same.
    public static func == (one: Self, other: Self) -> Bool { one.code == other.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// Creates a status with the phrase of the registry.
    public init(integerLiteral code: Int) { self.init(code: code) }

    /// Code and phrase.
    public var description: String { reasonPhrase.isEmpty ? "\(code)" : "\(code) \(reasonPhrase)" }
}
