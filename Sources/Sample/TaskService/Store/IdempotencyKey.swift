// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
package import PortableFoundation
import SystemCryptography

/// Identifies an addition, so that a repeated request adds one task. draft-ietf-httpapi-idempotency-key-header-07 §2
package struct IdempotencyKey: Sendable, Hashable {
    /// Without quotes: 1 to ``maximumLength`` characters of printable ASCII.
    package let text: String

    /// In characters.
    package static let maximumLength = 255
    /// In seconds.
    package static let lifetime: TimeInterval = 86_400
    /// The maximum number of expired keys that one addition removes.
    package static let sweepCount = 100

    package init?(_ text: String) {
        guard (1...Self.maximumLength).contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7e).contains($0) })
        else { return nil }
        self.text = text
    }

    /// Parses the header field, a String of RFC 8941 §3.3.3: in quotes, with `\"` and `\\`; `nil` also with parameters,
    /// because the draft defines none.
    package init?(field: String) {
        let inner = field.utf8.dropFirst().dropLast()
        guard field.utf8.count > 2, field.utf8.first == Self.quote, field.utf8.last == Self.quote else { return nil }
        var (text, isEscaped) = ([UInt8](), false)
        for byte in inner {
            switch byte {
            case Self.quote, Self.backslash:
                if !isEscaped, byte == Self.quote { return nil }
                if isEscaped { text.append(byte) }
                isEscaped.toggle()
            default:
                if isEscaped { return nil }
                text.append(byte)
            }
        }
        guard !isEscaped else { return nil }
        self.init(String(decoding: text, as: UTF8.self))
    }

    private static let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))

    /// Stores keep a hash of a key's text, so that a removed text is not stored for a day.
    package static func fingerprint(of text: String) -> Data { Data(SHA256.hash(data: Data(text.utf8))) }
}

extension IdempotencyKey {
    init?(of request: Request) throws(TaskRefusal) {
        let values = request.headers.values(of: "Idempotency-Key")
        guard let value = values.first else { return nil }
        guard values.count == 1, let key = IdempotencyKey(field: value) else {
            throw TaskRefusal(
                .idempotencyKeyMalformed,
                "Idempotency-Key must be 1 to \(Self.maximumLength) characters in double quotes, such as \"8e03978e\""
            )
        }
        self = key
    }
}
