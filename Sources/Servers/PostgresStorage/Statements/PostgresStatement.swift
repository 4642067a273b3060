// SPDX-License-Identifier: Apache-2.0

package import PortableFoundation

/// A statement with `$1`, `$2` for its parameters; each connection prepares it once.
package struct PostgresStatement: Sendable, Hashable {
    package enum Kind: Sendable {
        /// Changes nothing, so it is sent again after a lost connection.
        case read
        /// Changes data, and is never sent again if it may have taken effect.
        case write
    }

    let sql: String
    let kind: Kind

    package static func read(_ sql: StaticString) -> Self { Self(sql: sql.description, kind: .read) }

    package static func write(_ sql: StaticString) -> Self { Self(sql: sql.description, kind: .write) }
}

/// The parameters of a statement as libpq expects them: pointers into one buffer.
struct ParameterBuffer {
    private var bytes: [UInt8] = []
    private var starts: [Int?] = []
    private var lengths: [Int32] = []
    private(set) var types: [UInt32] = []

    init(_ values: [PostgresValue]) {
        bytes.reserveCapacity(64 * values.count)
        for value in values {
            let start = bytes.count
            let isThere = value.append(to: &bytes)
            starts.append(isThere ? start : nil)
            lengths.append(Int32(bytes.count - start))
            types.append(value.type)
        }
        // An empty last value needs an address, too: a null pointer means NULL.
        bytes.append(0)
    }

    /// All formats are binary.
    func withPointers<Result>(
        _ body: (_ values: [UnsafePointer<CChar>?], _ lengths: [Int32], _ formats: [Int32]) -> Result
    ) -> Result {
        bytes.withUnsafeBytes { buffer in
            let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            let values = starts.map { start in start.flatMap { base?.advanced(by: $0) } }
            return body(values, lengths, [Int32](repeating: 1, count: starts.count))
        }
    }
}

/// `nil` is NULL.
package enum PostgresValue: Sendable {
    case text(String?)
    case int(Int64?)
    case bool(Bool?)
    case double(Double?)
    case bytes(Data?)
    case texts([String])
    case ints([Int64]?)

    /// The type's number in the server's catalog. PostgreSQL, `pg_type.dat`
    var type: UInt32 {
        switch self {
        case .bool: 16
        case .bytes: 17
        case .int: 20
        case .text: 25
        case .double: 701
        case .texts: 1009
        case .ints: 1016
        }
    }

    /// Appends the binary form; `false`, without bytes, for NULL.
    func append(to bytes: inout [UInt8]) -> Bool {
        switch self {
        case .text(let text?): bytes += text.utf8
        case .int(let number?): bytes.append(bigEndian: number)
        case .bool(let isTrue?): bytes.append(isTrue ? 1 : 0)
        case .double(let number?): bytes.append(bigEndian: number.bitPattern)
        case .bytes(let data?): bytes += data
        case .texts(let texts):
            Self.append(texts, of: 25, to: &bytes) { text, bytes in
                bytes.append(bigEndian: Int32(text.utf8.count))
                bytes += text.utf8
            }
        case .ints(let numbers?):
            Self.append(numbers, of: 20, to: &bytes) { number, bytes in
                bytes.append(bigEndian: Int32(8))
                bytes.append(bigEndian: number)
            }
        case .text(nil), .int(nil), .bool(nil), .double(nil), .bytes(nil), .ints(nil): return false
        }
        return true
    }

    /// A one-dimensional array: dimensions, whether it has NULL, type, count, first index, then each element's length
    /// and bytes.
    private static func append<Element>(
        _ elements: [Element], of type: UInt32, to bytes: inout [UInt8], _ append: (Element, inout [UInt8]) -> Void
    ) {
        bytes.append(bigEndian: Int32(elements.isEmpty ? 0 : 1))
        bytes.append(bigEndian: Int32(0))
        bytes.append(bigEndian: type)
        guard !elements.isEmpty else { return }
        bytes.append(bigEndian: Int32(elements.count))
        bytes.append(bigEndian: Int32(1))
        for element in elements { append(element, &bytes) }
    }
}

extension [UInt8] {
    fileprivate mutating func append(bigEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}

extension PostgresValue {
    /// Seconds since 1970 as `double precision`, which is read back exactly.
    package static func date(_ date: Date) -> PostgresValue { .double(date.timeIntervalSince1970) }
}

extension PostgresRow {
    package func date(_ column: Int32) -> Date { Date(timeIntervalSince1970: double(column)) }
}
