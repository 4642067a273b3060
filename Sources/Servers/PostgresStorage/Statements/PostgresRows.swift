// SPDX-License-Identifier: Apache-2.0
import CTesseraPostgres
package import PortableFoundation

/// Read on the pool's thread; columns count from 0.
package struct PostgresRows: Sequence, IteratorProtocol {
    private let result: OpaquePointer
    private var nextRow: Int32 = 0

    init(_ result: OpaquePointer) { self.result = result }

    package mutating func next() -> PostgresRow? {
        guard nextRow < cpq_ntuples(result) else { return nil }
        defer { nextRow += 1 }
        return PostgresRow(result: result, row: nextRow)
    }

    package var count: Int { Int(cpq_ntuples(result)) }

    package var affected: Int { Int(String(cString: cpq_cmdTuples(result))) ?? 0 }

    var isCommit: Bool { String(cString: cpq_cmdStatus(result)) == "COMMIT" }

    package func first<Value>(_ read: (PostgresRow) throws -> Value) rethrows -> Value? {
        guard count > 0 else { return nil }
        return try read(PostgresRow(result: result, row: 0))
    }
}

package struct PostgresRow {
    let result: OpaquePointer
    let row: Int32

    package func isNull(_ column: Int32) -> Bool { cpq_getisnull(result, row, column) == 1 }

    /// A column in the server's binary form, valid until the rows are read.
    package func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: cpq_getvalue(result, row, column), count: Int(cpq_getlength(result, row, column)))
    }

    package func data(_ column: Int32) -> Data { Data(bytes(column)) }

    package func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

    package func int(_ column: Int32) -> Int64 {
        let bytes = bytes(column)
        let isNegative = bytes.first.map { $0 & 0x80 != 0 } ?? false
        return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
    }

    package func bool(_ column: Int32) -> Bool { bytes(column).first == 1 }

    package func double(_ column: Int32) -> Double { Double(bitPattern: UInt64(bitPattern: int(column))) }

    /// One-dimensional, without NULL.
    package func texts(_ column: Int32) -> [String] {
        var rest = bytes(column)[...]
        func number() -> Int {
            defer { rest = rest.dropFirst(4) }
            return rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        }
        guard number() == 1 else { return [] }
        rest = rest.dropFirst(8)
        let count = number()
        rest = rest.dropFirst(4)
        return (0..<count).map { _ in
            let length = number()
            defer { rest = rest.dropFirst(length) }
            return String(decoding: rest.prefix(length), as: UTF8.self)
        }
    }
}
