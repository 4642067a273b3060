// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
package import PortableFoundation
import SystemCryptography

/// A client's name for one addition: the request may come again, and adds one task.
///
/// draft-ietf-httpapi-idempotency-key-header-07 §2
package struct IdempotencyKey: Sendable, Hashable {
    /// The key, without its quotes: 1 to ``maximumLength`` characters of printable ASCII.
    package let text: String

    /// The longest key, in characters.
    package static let maximumLength = 255
    /// How long a store keeps a key, in seconds.
    package static let lifetime: TimeInterval = 86_400
    /// The largest number of expired keys that a store removes at one addition.
    package static let sweepCount = 100

    /// Creates a key from its text; `nil` if it breaks a rule of ``text``.
    package init?(_ text: String) {
        guard (1...Self.maximumLength).contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7e).contains($0) })
        else { return nil }
        self.text = text
    }

    /// Reads the value of the header field, which is a String of RFC 8941 §3.3.3: in quotes, with `\"` and `\\`.
    ///
    /// - Returns: `nil` for another value; also for one with parameters, since the draft defines none.
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

    /// The content that a key stands for, as a store keeps it: a hash, so that a removed text is not kept for a day.
    package static func fingerprint(of text: String) -> Data { Data(SHA256.hash(data: Data(text.utf8))) }
}

extension IdempotencyKey {
    /// Reads the key of a request; `nil` without one.
    ///
    /// - Throws: ``TaskRefusal`` (`idempotencyKeyMalformed`).
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
