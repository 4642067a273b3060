// SPDX-License-Identifier: Apache-2.0
internal import PortableFoundation

/// The form of values that no column holds as such: JSON with dates in milliseconds since 1970, data in Base64, and
/// members in the order of their names.
enum JSONColumn {
    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .millisecondsSince1970
        encoder.outputFormatting = .sortedKeys
        return encoder
    }()

    private static let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        return decoder
    }()

    static func text(of value: some Encodable) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Whether a column may hold a list or an object.
    ///
    /// A type can be one in one row, and a single value in another.
    static func mayBeContainer(_ cell: Cell) -> Bool {
        let first = cell.bytes.first
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    static func read<Value: Decodable>(_ type: Value.Type, from cell: Cell) throws -> Value {
        try decoder.decode(type, from: Data(cell.bytes))
    }
}

/// A value turned out to have parts, which JSON can hold; for a record itself, it is a mistake.
struct NeedsJSON: Error {}

/// The key of a container that refuses every value.
struct NoKey: CodingKey {
    var stringValue: String { "" }
    var intValue: Int? { nil }

    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
}
