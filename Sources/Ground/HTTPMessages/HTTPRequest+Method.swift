// SPDX-License-Identifier: Apache-2.0

extension HTTPRequest {
    /// A method: any token; case-sensitive. RFC 9110 §9.1
    ///
    /// The constants are those of RFC 9110 §9.3, `PATCH`, and `QUERY`.
    public struct Method: Sendable, Hashable, RawRepresentable, LosslessStringConvertible {
        /// The name of the method.
        public let rawValue: String

        /// Creates a method; `nil` for a text that is not a token.
        public init?(rawValue: String) { self.init(rawValue) }

        /// Creates a method; `nil` for a text that is not a token.
        public init?(_ name: String) {
            guard HTTPToken.isToken(name) else { return nil }
            rawValue = name
        }

        private init(token: String) { rawValue = token }

        /// The name of the method.
        public var description: String { rawValue }

        /// `GET`.
        public static let get = Self(token: "GET")
        /// `HEAD`.
        public static let head = Self(token: "HEAD")
        /// `POST`.
        public static let post = Self(token: "POST")
        /// `PUT`.
        public static let put = Self(token: "PUT")
        /// `DELETE`.
        public static let delete = Self(token: "DELETE")
        /// `CONNECT`.
        public static let connect = Self(token: "CONNECT")
        /// `OPTIONS`.
        public static let options = Self(token: "OPTIONS")
        /// `TRACE`.
        public static let trace = Self(token: "TRACE")
        /// `PATCH`. RFC 5789
        public static let patch = Self(token: "PATCH")
        /// `QUERY`.
        public static let query = Self(token: "QUERY")
    }
}
