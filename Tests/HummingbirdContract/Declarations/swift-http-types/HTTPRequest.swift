// SPDX-License-Identifier: Apache-2.0

public struct HTTPRequest: Sendable, Hashable {
    public struct Method: Sendable, Hashable, RawRepresentable {
        public let rawValue: String

        public init?(rawValue: String) { self.rawValue = rawValue }

        private init(known name: String) { rawValue = name }

        public static var get: Self { Self(known: "GET") }
        public static var post: Self { Self(known: "POST") }
    }

    public var method: Method
    public var scheme: String?
    public var authority: String?
    public var path: String?
    public var headerFields: HTTPFields

    public init(method: Method, scheme: String?, authority: String?, path: String?, headerFields: HTTPFields = [:]) {
        self.method = method
        self.scheme = scheme
        self.authority = authority
        self.path = path
        self.headerFields = headerFields
    }
}
