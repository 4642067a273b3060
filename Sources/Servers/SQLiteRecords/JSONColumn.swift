// SPDX-License-Identifier: Apache-2.0
internal import PortableFoundation

/// Values that no column can hold: JSON with dates in milliseconds since 1970, data in Base64, and sorted members.
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

    /// Whether a column may hold an array or object; one type can be encoded as one in some rows, and not in others.
    static func mayBeContainer(_ cell: Cell) -> Bool {
        let first = cell.bytes.first
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    static func read<Value: Decodable>(_ type: Value.Type, from cell: Cell) throws -> Value {
        try decoder.decode(type, from: Data(cell.bytes))
    }
}

/// A value turned out to have parts, which need JSON; for a record itself, it is a programming error.
struct NeedsJSON: Error {}

struct NoKey: CodingKey {
    var stringValue: String { "" }
    var intValue: Int? { nil }

    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
}
