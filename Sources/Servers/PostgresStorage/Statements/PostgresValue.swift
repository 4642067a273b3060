// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// A parameter of a statement; `nil` is NULL.
package enum PostgresValue: Sendable {
    case text(String?)
    case int(Int64?)
    case bool(Bool?)
    case double(Double?)
    case bytes(Data?)
    /// For `= ANY ($1)`.
    case texts([String])

    /// The number of the type in the server's catalogue. PostgreSQL, `pg_type.dat`
    var type: UInt32 {
        switch self {
        case .bool: 16
        case .bytes: 17
        case .int: 20
        case .text: 25
        case .double: 701
        case .texts: 1009
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
        case .texts(let texts): Self.append(texts, to: &bytes)
        case .text(nil), .int(nil), .bool(nil), .double(nil), .bytes(nil): return false
        }
        return true
    }

    /// An array of one dimension: dimensions, whether it has NULL, type, count, first index, then each with its length.
    private static func append(_ texts: [String], to bytes: inout [UInt8]) {
        bytes.append(bigEndian: Int32(texts.isEmpty ? 0 : 1))
        bytes.append(bigEndian: Int32(0))
        bytes.append(bigEndian: UInt32(25))
        guard !texts.isEmpty else { return }
        bytes.append(bigEndian: Int32(texts.count))
        bytes.append(bigEndian: Int32(1))
        for text in texts {
            bytes.append(bigEndian: Int32(text.utf8.count))
            bytes += text.utf8
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(bigEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}
