// SPDX-License-Identifier: Apache-2.0

public struct HTTPResponse: Sendable, Hashable {
    public struct Status: Sendable, Hashable {
        public let code: Int
        public let reasonPhrase: String

        public init(code: Int, reasonPhrase: String = "") {
            self.code = code
            self.reasonPhrase = reasonPhrase
        }

        public static var ok: Self { Self(code: 200, reasonPhrase: "OK") }
        public static var badRequest: Self { Self(code: 400, reasonPhrase: "Bad Request") }
        public static var notFound: Self { Self(code: 404, reasonPhrase: "Not Found") }
        public static var conflict: Self { Self(code: 409, reasonPhrase: "Conflict") }
        public static var contentTooLarge: Self { Self(code: 413, reasonPhrase: "Content Too Large") }
        public static var internalServerError: Self { Self(code: 500, reasonPhrase: "Internal Server Error") }
    }

    public var status: Status
    public var headerFields: HTTPFields

    public init(status: Status, headerFields: HTTPFields = [:]) {
        self.status = status
        self.headerFields = headerFields
    }
}
