// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures
import PortableFoundation
import TenantControl

extension DocumentObject {
    /// Decodes the object, or `members` in its place; `nil` after an error, such as a member that the value lacks.
    package mutating func value<Value: Codable>(
        _ type: Value.Type, from members: [String: JSONValue]? = nil
    ) throws -> Value? {
        let own = takeAll()
        let given = JSONValue.object(members ?? own)
        do {
            let value = try Self.decoder.decode(type, from: Data(given.text.utf8))
            complainOfUnknown(in: given, beside: try Self.written(value), at: pointer)
            return problems.isEmpty ? value : nil
        } catch let error as DecodingError {
            complain(at: pointer + error.pointer, error.sentence)
            return nil
        }
    }

    package static func written(_ value: some Encodable) throws -> JSONValue {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(DocumentDate.text(date))
        }
        return .object(try StrictJSON.object(in: try encoder.encode(value)))
    }

    /// A name that is missing after the value is encoded again is not a member of the value.
    private mutating func complainOfUnknown(in given: JSONValue, beside kept: JSONValue, at pointer: String) {
        if let given = given.array, let kept = kept.array, given.count == kept.count {
            for index in given.indices {
                complainOfUnknown(in: given[index], beside: kept[index], at: "\(pointer)/\(index)")
            }
        }
        guard let given = given.object, let kept = kept.object else { return }
        for (name, value) in given.sorted(by: { $0.key < $1.key }) where value != .null && !hasMostProblems {
            let place = "\(pointer)/\(name.replacing("~", with: "~0").replacing("/", with: "~1"))"
            if let known = kept[name] {
                complainOfUnknown(in: value, beside: known, at: place)
            } else {
                let hint = NameSuggestion.sentence(for: name, in: Array(kept.keys))
                complain(at: place, "There is no member '\(name.prefix(40))'\(hint)")
            }
        }
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            guard let date = DocumentDate(try container.decode(String.self))?.date else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "This must be a time, such as 2026-01-31T08:00:00Z.")
            }
            return date
        }
        return decoder
    }
}

extension DecodingError {
    var pointer: String { place.path.map { "/\($0.intValue.map(String.init) ?? $0.stringValue)" }.joined() }

    var sentence: String { place.what }

    private var place: (path: [any CodingKey], what: String) {
        switch self {
        case .keyNotFound(let key, let context): (context.codingPath, "'\(key.stringValue)' is missing.")
        case .dataCorrupted(let context): (context.codingPath, context.debugDescription)
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            (context.codingPath, "This must be \(Self.words(for: type)).")
        @unknown default: ([], "This cannot be read.")
        }
    }

    private static func words(for type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is Int.Type, is Int64.Type: "a whole number"
        case is Double.Type: "a number"
        default: String(describing: type).hasPrefix("Array") ? "a list" : "an object"
        }
    }
}

extension KeyedDecodingContainer {
    /// Files hold only values that differ from the defaults.
    package func decode<Value: Decodable>(_ key: Key, or ordinary: @autoclosure () -> Value) throws -> Value {
        try decodeIfPresent(Value.self, forKey: key) ?? ordinary()
    }
}
