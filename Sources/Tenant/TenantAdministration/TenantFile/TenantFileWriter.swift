// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import SQLiteRecords

/// Writes a tenant file in pieces, so that an import does not hold the copy for a reset in memory.
struct TenantFileWriter {
    private var bytes: [UInt8] = []
    private var isEmpty = true
    private var depth = 0
    private let write: (_ piece: [UInt8]) throws -> Void

    private static let pieceSize = 1 << 20

    /// `write` gets pieces of a megabyte or more, each of which ends after an object.
    static func file(
        to write: @escaping (_ piece: [UInt8]) throws -> Void, _ fill: (inout TenantFileWriter) throws -> Void
    ) throws {
        var writer = TenantFileWriter(write: write)
        try writer.object(fill)
        try write(writer.bytes + "\n".utf8)
    }

    private init(write: @escaping (_ piece: [UInt8]) throws -> Void) { self.write = write }

    mutating func member(_ name: String, _ value: JSONValue) throws {
        begin(name)
        try append(value)
    }

    mutating func list<Object: RowReadable>(
        _ name: String, _ objects: RowCursor<Object>, _ fill: (inout TenantFileWriter, Object) throws -> Void
    ) throws {
        guard let first = try objects.next() else { return }
        begin(name)
        try enclosed("[", "]") { writer in
            var next: Object? = first
            while let object = next {
                writer.beginPart()
                try writer.object { try fill(&$0, object) }
                next = try objects.next()
            }
        }
    }

    mutating func members(_ members: [String: JSONValue]) throws {
        for (name, value) in members.sorted(by: { $0.key < $1.key }) { try member(name, value) }
    }

    private mutating func append(_ value: JSONValue) throws {
        switch value {
        case .object(let members) where !members.isEmpty: try object { try $0.members(members) }
        case .array(let elements) where elements.contains { $0.object != nil }:
            try enclosed("[", "]") { writer in
                for element in elements {
                    writer.beginPart()
                    try writer.append(element)
                }
            }
        default: value.write(to: &bytes)
        }
    }

    private mutating func object(_ fill: (inout TenantFileWriter) throws -> Void) throws {
        try enclosed("{", "}", fill)
        guard bytes.count > Self.pieceSize else { return }
        try write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    private mutating func enclosed(
        _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ fill: (inout TenantFileWriter) throws -> Void
    ) rethrows {
        bytes.append(UInt8(ascii: opening))
        depth += 1
        isEmpty = true
        try fill(&self)
        depth -= 1
        if !isEmpty { newLine() }
        bytes.append(UInt8(ascii: closing))
        isEmpty = false
    }

    private mutating func beginPart() {
        if !isEmpty { bytes.append(UInt8(ascii: ",")) }
        isEmpty = false
        newLine()
    }

    private mutating func begin(_ name: String) {
        beginPart()
        JSONValue.write(name: name, to: &bytes)
        bytes.append(UInt8(ascii: " "))
    }

    private mutating func newLine() {
        bytes.append(UInt8(ascii: "\n"))
        bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
    }
}
