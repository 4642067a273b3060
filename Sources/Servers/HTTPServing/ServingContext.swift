// SPDX-License-Identifier: Apache-2.0

import PortableFoundation
import Synchronization

/// A context without app data; it needs no connection, so that each router also works in process.
package struct ServingContext: RequestContext {
    package var core: RequestCore

    package init(core: RequestCore) { self.core = core }
}

extension RequestContext {
    /// Returns a named segment of the path, decoded, or as sent if it is not percent-encoded UTF-8.
    ///
    /// - Throws: ``HTTPError`` (400) for a route without this name.
    public func part(_ name: String) throws -> String {
        let segment = try parameters.require(name)
        return segment.percentDecoded ?? segment
    }
}

package enum RequestID {
    package static let logKey = "requestId"
    package static let field = HTTPField.Name(token: "X-Request-ID")

    package static func wellFormed(_ fields: HTTPFields) -> String? {
        let values = fields[values: field]
        guard let id = values.first, values.count == 1, (1...128).contains(id.utf8.count),
            id.utf8.allSatisfy({ allowed.contains($0) })
        else { return nil }
        return id
    }

    private static let processBits = UInt64.random(in: .min ... .max)
    private static let count = Atomic<UInt64>(0)

    static func nextNumber() -> UInt64 { count.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Random bits of the process, then the number, as version 8: a random UUID per request would cost a system call.
    /// RFC 9562 §5.8
    static func uuid(of number: UInt64) -> String {
        let high = processBits & ~0xf000 | 0x8000
        let low = number | 1 << 63
        // Each response has an ID: one allocation, where Foundation's UUID needs several.
        return String(unsafeUninitializedCapacity: 36) { text in
            var digits = 0
            for index in 0..<36 {
                if index == 8 || index == 13 || index == 18 || index == 23 {
                    text[index] = UInt8(ascii: "-")
                    continue
                }
                let half = digits < 16 ? high : low
                let digit = UInt8(truncatingIfNeeded: half >> (60 - 4 * (digits % 16))) & 0xf
                text[index] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
                digits += 1
            }
            return 36
        }
    }

    private static let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_".utf8)
}
