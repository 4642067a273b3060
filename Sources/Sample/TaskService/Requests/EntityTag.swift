// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SystemCryptography

/// Identifies one state of a list, a page, or a task. RFC 9110 §8.8.3
struct EntityTag: Sendable, Hashable {
    /// Whether the tag only promises equivalent content; this API sends no weak tags.
    let isWeak: Bool
    let opaque: String

    init(version: Int64) { (isWeak, opaque) = (false, String(version, radix: 36)) }

    init(of page: TaskPage) {
        let next = page.next.map { withUnsafeBytes(of: $0.littleEndian) { Array($0) } } ?? []
        isWeak = false
        opaque = Data(SHA256.hash(data: page.json + next).prefix(12)).base64EncodedString()
    }

    private init(isWeak: Bool, opaque: String) { (self.isWeak, self.opaque) = (isWeak, opaque) }

    var text: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    var version: Int64? {
        guard !isWeak, let version = Int64(opaque, radix: 36), EntityTag(version: version) == self else { return nil }
        return version
    }

    /// `nil` for an empty or malformed list. RFC 9110 §5.6.1, §8.8.3
    static func list(_ text: String) -> [EntityTag]? {
        var (rest, tags, isSeparated) = (Substring(text).utf8, [EntityTag](), true)
        while true {
            rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard let first = rest.first else { return tags.isEmpty ? nil : tags }
            if first == UInt8(ascii: ",") {
                isSeparated = true
                rest.removeFirst()
                continue
            }
            let isWeak = rest.starts(with: "W/\"".utf8)
            guard isSeparated, isWeak || first == UInt8(ascii: "\"") else { return nil }
            rest = rest.dropFirst(isWeak ? 3 : 1)
            let opaque = rest.prefix { $0 != UInt8(ascii: "\"") }
            rest = rest.dropFirst(opaque.count)
            guard opaque.allSatisfy({ $0 > 0x20 && $0 != 0x7f }), rest.popFirst() != nil else { return nil }
            tags.append(EntityTag(isWeak: isWeak, opaque: String(decoding: opaque, as: UTF8.self)))
            isSeparated = false
        }
    }
}
