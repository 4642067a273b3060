// SPDX-License-Identifier: Apache-2.0

import PortableFoundation
import Synchronization

/// The context of a request in our routers; a server that needs more makes its own type.
///
/// It needs no connection, so that each router also works in process.
package struct ServingContext: RequestContext {
    package var core: RequestCore

    package init(core: RequestCore) { self.core = core }
}

extension RequestContext {
    /// Returns a segment of the path, decoded.
    ///
    /// - Parameter name: The name of the segment in the route.
    /// - Returns: The segment, as it was sent if it is not percent-encoded UTF-8.
    /// - Throws: ``HTTPError`` (400) for a route without this name.
    public func part(_ name: String) throws -> String {
        let segment = try parameters.require(name)
        return segment.percentDecoded ?? segment
    }
}

/// The id of a request, which the logs and the client have.
package enum RequestID {
    package static let logKey = "requestId"
    package static let field = HTTPField.Name(token: "X-Request-ID")

    /// The id that a proxy sent: 1 to 128 letters, digits, dots, dashes and underscores; `nil` for any other.
    package static func wellFormed(_ fields: HTTPFields) -> String? {
        let values = fields[values: field]
        guard let id = values.first, values.count == 1, (1...128).contains(id.utf8.count),
            id.utf8.allSatisfy({ allowed.contains($0) })
        else { return nil }
        return id
    }

    /// The random half of the ids of this process.
    private static let processBits = UInt64.random(in: .min ... .max)
    private static let count = Atomic<UInt64>(0)

    /// Returns the next number of a request, starting at 1.
    static func nextNumber() -> UInt64 { count.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Returns the UUID of a request: random bits of the process, then the number.
    ///
    /// Its version is 8, for UUIDs with a layout of the program's own: a random one for each request would cost a
    /// system call. RFC 9562 §5.8
    static func uuid(of number: UInt64) -> String {
        let high = processBits & ~0xf000 | 0x8000
        let low = number | 1 << 63
        // Each response carries an id: one allocation, where Foundation's UUID takes several.
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
