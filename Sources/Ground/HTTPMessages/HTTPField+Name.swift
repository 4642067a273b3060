// SPDX-License-Identifier: Apache-2.0

extension HTTPField {
    /// The name of a field: a token, which compares without case.
    ///
    /// RFC 9110 §5.1
    public struct Name: Sendable {
        /// The name as it was written.
        public let rawName: String
        /// The name in lower case.
        public let canonicalName: String

        /// Creates a name; `nil` for a text that is not a token.
        public init?(_ name: some StringProtocol) {
            self.init(String(name))
        }

        /// Creates a name from bytes that are known to be a token; one that is usual costs no allocation.
        package init(checkedToken bytes: UnsafeRawBufferPointer) {
            self = Self.usual(bytes) ?? Self(token: String(decoding: bytes, as: UTF8.self))
        }

        /// Creates a name from a text that is known to be a token.
        package init(token: String) {
            rawName = token
            canonicalName = token.utf8.contains(where: HTTPToken.isCapital) ? token.lowercased() : token
        }
    }
}

extension HTTPField.Name: Hashable {
    /// Whether two names are the same, in any case.
    public static func == (one: Self, other: Self) -> Bool { one.canonicalName == other.canonicalName }

    /// Hashes the name in lower case.
    public func hash(into hasher: inout Hasher) { hasher.combine(canonicalName) }
}

extension HTTPField.Name: LosslessStringConvertible {
    /// Creates a name; `nil` for a text that is not a token.
    public init?(_ name: String) {
        guard HTTPToken.isToken(name) else { return nil }
        self.init(token: name)
    }

    /// The name as it was written.
    public var description: String { rawName }
}

/// Tokens, of which names and methods are made. RFC 9110 §5.6.2
package enum HTTPToken {
    /// A bit for each byte below 64, and for each from 64 on: whether it may stand in a token.
    private static let (low, high): (UInt64, UInt64) = (0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE)

    /// Whether bytes are a token.
    ///
    /// For buffers alone: another module would call a generic function unspecialized, twenty times as slow.
    package static func isToken(_ bytes: UnsafeRawBufferPointer) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy(isAllowed)
    }

    /// Whether a text is a token.
    static func isToken(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { isToken(UnsafeRawBufferPointer($0)) }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte < 0x80 && (byte < 64 ? low >> byte : high >> (byte - 64)) & 1 == 1
    }

    static func isCapital(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") }
}

extension HTTPField.Name {
    private struct Usual: Sendable {
        let bytes: [UInt8]
        let name: HTTPField.Name
        init(_ name: HTTPField.Name) { (bytes, self.name) = (Array(name.rawName.utf8), name) }
    }

    /// What most requests have, as they write it, by length.
    private static let usuals: [[Usual]] = {
        let names: [HTTPField.Name] =
            [
                .accept, .acceptEncoding, .acceptLanguage, .authorization, .cacheControl, .connection, .contentLength,
                .contentType, .cookie, .host, .ifNoneMatch, .origin, .referer, .userAgent, .transferEncoding,
            ]
            + [
                "Sec-Fetch-Site", "Sec-Fetch-Mode", "Sec-Fetch-Dest", "Upgrade-Insecure-Requests", "X-Request-ID",
                "X-Forwarded-For", "X-Forwarded-Proto", "DPoP", "traceparent",
            ].map { Self(token: $0) }
        var byLength = [[Usual]](repeating: [], count: 26)
        for name in names { byLength[name.rawName.utf8.count].append(Usual(name)) }
        return byLength
    }()

    private static func usual(_ bytes: UnsafeRawBufferPointer) -> Self? {
        guard bytes.count < usuals.count else { return nil }
        search: for usual in usuals[bytes.count] {
            for place in bytes.indices where usual.bytes[place] != bytes[place] { continue search }
            return usual.name
        }
        return nil
    }
}
