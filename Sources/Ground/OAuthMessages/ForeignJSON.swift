// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

/// Decodes JSON that another program wrote: metadata, token responses, pages of an API.
///
/// All documents share these tolerances: a byte order mark at the start, unknown members, `null` for a missing member,
/// and, where a type of the document says so, ``Tolerated`` members, ``LenientSeconds`` and empty members.
package enum ForeignJSON {
    /// Decodes a document.
    ///
    /// - Parameters:
    ///   - type: The type of the document.
    ///   - body: The content.
    ///   - count: The greatest length, in bytes.
    /// - Returns: The document.
    /// - Throws: ``Defect``.
    package static func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, from body: Data, atMost count: Int = .max
    ) throws(Defect) -> Value {
        guard body.count <= count else { throw Defect("is longer than \(count) bytes") }
        do {
            return try JSONDecoder().decode(type, from: body.starts(with: byteOrderMark) ? body.dropFirst(3) : body)
        } catch let error as DecodingError {
            throw Defect(error)
        } catch {
            throw .notJSON
        }
    }

    /// Decodes a document, and explains what is wrong with it.
    ///
    /// - Parameters:
    ///   - body: The content.
    ///   - count: The greatest length, in bytes.
    ///   - failure: Makes the error from the description of a ``Defect``.
    /// - Returns: The document.
    /// - Throws: The error that `failure` makes.
    package static func decode<Value: Decodable, Failure: Error>(
        from body: Data, atMost count: Int = .max, orThrow failure: (String) -> Failure
    ) throws(Failure) -> Value {
        do throws(Defect) { return try decode(from: body, atMost: count) } catch { throw failure(error.description) }
    }

    /// The reason why a document cannot be used; continues a sentence about the document.
    package struct Defect: Error, Sendable, Hashable, CustomStringConvertible {
        /// The document is no JSON, or JSON of another kind, such as a list.
        package static let notJSON = Defect("is not the expected JSON")

        /// The predicate of a sentence, such as `lacks 'issuer'`.
        package let description: String

        fileprivate init(_ description: String) { self.description = description }

        fileprivate init(_ error: DecodingError) {
            switch error {
            case .keyNotFound(let key, let context): self.init("lacks '\(Self.path(context.codingPath + [key]))'")
            case .typeMismatch(_, let context), .dataCorrupted(let context), .valueNotFound(_, let context):
                guard !context.codingPath.isEmpty else {
                    self = .notJSON
                    return
                }
                self.init("has an unusable '\(Self.path(context.codingPath))': the value has the wrong type")
            @unknown default: self = .notJSON
            }
        }

        private static func path(_ keys: [any CodingKey]) -> String {
            keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".").asForeignText()
        }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

/// A member that counts as missing where its value is of another type: the rest of the document stays usable.
package struct Tolerated<Value: Decodable>: Decodable {
    /// The value; `nil` for one of another type.
    package let value: Value?

    package init(_ value: Value) { self.value = value }

    package init(from decoder: any Decoder) throws {
        // The container knows how JSON writes an address, which the type itself does not.
        value = try? decoder.singleValueContainer().decode(Value.self)
    }
}

extension Tolerated: Encodable where Value: Encodable {
    package func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension Tolerated: Sendable where Value: Sendable {}

extension KeyedDecodingContainer {
    /// A member that a document may leave out; `nil` also for `null`, an empty text, and an empty list.
    ///
    /// Some programs write each member that they know, with or without a value. RFC 8414 §3.2 forbids empty lists.
    package func optional<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) throws -> Value? {
        if let text = try? decode(String.self, forKey: key), text.isEmpty { return nil }
        if let list = try? nestedUnkeyedContainer(forKey: key), list.isAtEnd { return nil }
        return try decodeIfPresent(type, forKey: key)
    }

    /// A member that a document must have; an empty one is missing.
    package func required<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) throws -> Value {
        guard let value = try optional(key, as: type) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: ""))
        }
        return value
    }
}

/// A number of seconds; the provider may send it as a number or as text.
struct LenientSeconds: Decodable {
    /// From zero to a year; `nil` if it is no such number, such as `-1` or `"soon"`.
    ///
    /// A lifetime that cannot be read must not cost the whole response: what it describes counts as ending soon.
    let value: Int?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let number = (try? container.decode(Double.self)) ?? (try? container.decode(String.self)).flatMap(Double.init)
        // Limited, since a larger number would crash the conversion to `Int`.
        value = number.flatMap { $0.isFinite && $0 >= 0 ? Int(min($0, 366 * 86_400)) : nil }
    }
}
