// SPDX-License-Identifier: Apache-2.0
import GRDB
import JOSE

/// Writes a tenant file part by part, so that the copy for a reset never is in memory as a whole.
struct TenantFileWriter {
    private var bytes: [UInt8] = []
    /// Whether the object that is written has no member yet.
    private var isEmpty = true
    private var depth = 0
    private let write: (_ piece: [UInt8]) throws -> Void

    private static let pieceSize = 1 << 20

    /// Writes a file.
    ///
    /// - Parameters:
    ///   - fill: Writes the members.
    ///   - write: Gets the text, in pieces of a megabyte or more; each ends behind an object.
    /// - Throws: The errors of `fill` and of `write`.
    static func file(
        _ fill: (inout TenantFileWriter) throws -> Void, to write: @escaping (_ piece: [UInt8]) throws -> Void
    ) throws {
        var writer = TenantFileWriter(write: write)
        try writer.object(fill)
        try write(writer.bytes + "\n".utf8)
    }

    private init(write: @escaping (_ piece: [UInt8]) throws -> Void) { self.write = write }

    /// Writes a member.
    mutating func member(_ name: String, _ value: JSONValue) throws {
        begin(name)
        try append(value)
    }

    /// Writes a list of objects; none for an empty one.
    mutating func list<Objects: Cursor>(
        _ name: String, _ objects: Objects, _ fill: (inout TenantFileWriter, Objects.Element) throws -> Void
    ) throws {
        guard var object = try objects.next() else { return }
        begin(name)
        bytes.append(UInt8(ascii: "["))
        depth += 1
        while true {
            newLine()
            try self.object { try fill(&$0, object) }
            guard let next = try objects.next() else { break }
            bytes.append(UInt8(ascii: ","))
            object = next
        }
        depth -= 1
        newLine()
        bytes.append(UInt8(ascii: "]"))
    }

    /// Writes the members of an object, sorted by name.
    mutating func members(_ members: [String: JSONValue]) throws {
        for (name, value) in members.sorted(by: { $0.key < $1.key }) { try member(name, value) }
    }

    private mutating func append(_ value: JSONValue) throws {
        switch value {
        case .object(let members) where !members.isEmpty: try object { try $0.members(members) }
        case .array(let elements) where elements.contains { $0.object != nil }:
            bytes.append(UInt8(ascii: "["))
            depth += 1
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                newLine()
                try append(element)
            }
            depth -= 1
            newLine()
            bytes.append(UInt8(ascii: "]"))
        default: value.write(to: &bytes)
        }
    }

    private mutating func object(_ fill: (inout TenantFileWriter) throws -> Void) throws {
        bytes.append(UInt8(ascii: "{"))
        depth += 1
        isEmpty = true
        try fill(&self)
        depth -= 1
        if !isEmpty { newLine() }
        bytes.append(UInt8(ascii: "}"))
        isEmpty = false
        guard bytes.count > Self.pieceSize else { return }
        try write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    private mutating func begin(_ name: String) {
        if !isEmpty { bytes.append(UInt8(ascii: ",")) }
        isEmpty = false
        newLine()
        JSONValue.write(name, to: &bytes)
        bytes += ": ".utf8
    }

    private mutating func newLine() {
        bytes.append(UInt8(ascii: "\n"))
        bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
    }
}
