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
    }

    public var status: Status
    public var headerFields: HTTPFields

    public init(status: Status, headerFields: HTTPFields = [:]) {
        self.status = status
        self.headerFields = headerFields
    }
}
