// SPDX-License-Identifier: Apache-2.0

extension HTTPField.Name {
    /// A name with its bytes, to compare with those of a request.
    private struct Spelling: Sendable {
        let bytes: [UInt8]
        let name: HTTPField.Name

        init(_ name: HTTPField.Name) {
            bytes = Array(name.rawName.utf8)
            self.name = name
        }
    }

    /// The names that most requests have, as browsers and proxies write them, by their length.
    ///
    /// The two strings of a name are allocated once for all requests.
    private static let frequentNames: [[Spelling]] = {
        let registered: [HTTPField.Name] = [
            .accept, .acceptEncoding, .acceptLanguage, .authorization, .cacheControl, .connection, .contentLength,
            .contentType, .cookie, .dPoP, .host, .ifNoneMatch, .origin, .referer, .userAgent, .transferEncoding,
        ]
        let others = [
            "Sec-Fetch-Site", "Sec-Fetch-Mode", "Sec-Fetch-Dest", "Upgrade-Insecure-Requests", "X-Request-ID",
            "X-Forwarded-For", "X-Forwarded-Proto", "traceparent",
        ]
        let spellings = (registered + others.map { Self(token: $0) }).map(Spelling.init)
        let longest = spellings.map(\.bytes.count).max() ?? 0
        return (0...longest).map { length in spellings.filter { $0.bytes.count == length } }
    }()

    /// The frequent name with exactly these bytes; `nil` for any other name or case.
    static func frequent(_ bytes: UnsafeRawBufferPointer) -> Self? {
        guard bytes.count < frequentNames.count else { return nil }
        return frequentNames[bytes.count].first { $0.bytes.elementsEqual(bytes) }?.name
    }
}
