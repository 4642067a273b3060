// SPDX-License-Identifier: Apache-2.0

public struct HTTPField: Sendable, Hashable {
    public struct Name: Sendable, Hashable {
        public let rawName: String

        public init?(_ name: String) {
            // Enough for the requests of the contract.
            guard !name.isEmpty, !name.contains(where: { " :\r\n".contains($0) }) else { return nil }
            rawName = name
        }

        private init(known name: String) { rawName = name }

        public static func == (one: Self, other: Self) -> Bool {
            one.rawName.lowercased() == other.rawName.lowercased()
        }

        public func hash(into hasher: inout Hasher) { hasher.combine(rawName.lowercased()) }

        public static var accessControlAllowOrigin: Self { Self(known: "Access-Control-Allow-Origin") }
        public static var authorization: Self { Self(known: "Authorization") }
        public static var cacheControl: Self { Self(known: "Cache-Control") }
        public static var contentLength: Self { Self(known: "Content-Length") }
        public static var contentType: Self { Self(known: "Content-Type") }
    }

    public var name: Name
    public var value: String

    public init(name: Name, value: String) {
        self.name = name
        self.value = value
    }
}
