// SPDX-License-Identifier: Apache-2.0

/// A statement of this program, with `$1`, `$2` for its parameters; each connection prepares it once.
package struct PostgresStatement: Sendable, Hashable {
    /// Whether a repetition harms nothing.
    package enum Kind: Sendable {
        /// It changes nothing, so a lost connection sends it again over another one.
        case read
        /// It changes something, and is never sent again if it may have taken place.
        case write
    }

    let sql: String
    let kind: Kind

    package static func read(_ sql: StaticString) -> Self { Self(sql: sql.description, kind: .read) }

    package static func write(_ sql: StaticString) -> Self { Self(sql: sql.description, kind: .write) }
}

/// The parameters of one statement in the form that libpq takes: pointers into one run of bytes.
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

    /// Calls `body` with values, lengths and formats; all are binary.
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
