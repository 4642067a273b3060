// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures
import PortableFoundation
import SQLiteRecords

/// A property of directory objects, named only in the table of a kind, such as ``DirectoryPerson/properties``.
///
/// Columns, index, documents, the API's description, and Graph's `$select` and `$filter` follow from it.
package struct DirectoryProperty<Object: Sendable>: Sendable {
    struct Column: Sendable {
        let name: String
        let read: @Sendable (inout Object, Row, Int) throws -> Void
        let decode: @Sendable (inout Object, KeyedDecodingContainer<ColumnName>) throws -> Void
        let encode: @Sendable (Object, inout KeyedEncodingContainer<ColumnName>) throws -> Void
        let text: @Sendable (Object) -> String?
    }

    package struct Member: Sendable {
        package let schema: JSONValue
        package let read: @Sendable (inout Object, inout DocumentObject) -> Void
        package let write: @Sendable (Object, inout DocumentMembers) -> Void
    }

    package let name: String
    /// Graph's type; `nil` if Graph does not have the property.
    package let type: PropertyType?
    package let traits: PropertyTraits
    /// In Graph's form: `null` or an empty list without a value.
    package let value: @Sendable (Object) -> OrderedJSON
    /// `nil` for a derived property, and for one that objects are created with.
    let column: Column?
    package let member: Member?
    package var isStored: Bool { column != nil }
    let indexColumns: [IndexColumn]

    /// A stored property, by default in a column of its name, that is a member of documents.
    init<Value>(
        _ name: String, _ path: any WritableKeyPath<Object, Value> & Sendable, _ form: PropertyForm<Value>,
        _ traits: PropertyTraits = [], column: String? = nil, sorted: String? = nil, reversed: String? = nil
    ) {
        let key = ColumnName(column ?? name)
        (self.name, self.traits) = (name, traits)
        type = traits.contains(.hidden) ? nil : form.type
        value = { form.graph($0[keyPath: path]) }
        self.column = Column(
            name: key.stringValue,
            read: { object, row, column in
                // A missing or usual value is that of a new object.
                guard try !row.isNull(column), let value = try form.read(row, column) else { return }
                object[keyPath: path] = value
            },
            decode: { if let value = try $1.decodeIfPresent(Value.self, forKey: key) { $0[keyPath: path] = value } },
            encode: { try $1.encode($0[keyPath: path], forKey: key) },
            text: { form.stored($0[keyPath: path]) })
        member =
            traits.contains(.undocumented)
            ? nil
            : Member(
                schema: form.schema, read: { $0[keyPath: path] = form.take(&$1, name) },
                write: { $1.add(name, form.json($0[keyPath: path]), ordinarily: form.ordinary) })
        indexColumns = IndexColumn.all(of: name, type, sorted: sorted, reversed: reversed)
    }

    init(
        _ name: String, _ type: PropertyType = .text, _ traits: PropertyTraits = [], isExact: Bool = false,
        sorted: String? = nil, reversed: String? = nil, value: @escaping @Sendable (Object) -> OrderedJSON
    ) {
        (self.name, self.type, self.traits, self.value) = (name, type, traits, value)
        (column, member) = (nil, nil)
        indexColumns = IndexColumn.all(of: name, type, isExact: isExact, sorted: sorted, reversed: reversed)
    }

    private init(absent name: String, _ type: PropertyType, _ traits: PropertyTraits) {
        (self.name, self.type, self.traits) = (name, type, traits)
        (column, member, indexColumns) = (nil, nil, [])
        let empty = type == .list ? OrderedJSON.array([]) : .null
        value = { _ in empty }
    }

    /// `names` are separated by spaces.
    static func absent(_ type: PropertyType, _ traits: PropertyTraits, _ names: String) -> [DirectoryProperty] {
        names.split(separator: " ").map { DirectoryProperty(absent: String($0), type, traits) }
    }

    func indexedText(of object: Object) -> String? {
        switch value(object) {
        case .value(.string(let text)): text
        case .value(.boolean(let flag)): String(flag)
        default: nil
        }
    }
}

/// Microsoft Graph's types, as far as `$filter` distinguishes them.
package enum PropertyType: Sendable {
    case text, flag, time, list
    case object
}

package struct PropertyTraits: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Graph returns it without `$select`.
    package static let standard = PropertyTraits(rawValue: 1)
    /// `User.ReadBasic.All` permits it for other people.
    package static let basic = PropertyTraits(rawValue: 1 << 1)
    package static let searchable = PropertyTraits(rawValue: 1 << 2)
    /// `endsWith` supports it, with an advanced query.
    package static let ending = PropertyTraits(rawValue: 1 << 3)
    /// `startsWith` needs an advanced query.
    package static let advancedPrefix = PropertyTraits(rawValue: 1 << 4)
    /// `$filter` supports it, although it is neither a text nor a flag.
    package static let filterable = PropertyTraits(rawValue: 1 << 5)
    /// `$filter` supports the number of its elements.
    package static let countable = PropertyTraits(rawValue: 1 << 9)
    /// Graph stores it elsewhere, and rejects it in lists.
    package static let ofOneObjectOnly = PropertyTraits(rawValue: 1 << 6)
    /// Graph does not have it.
    package static let hidden = PropertyTraits(rawValue: 1 << 7)
    package static let undocumented = PropertyTraits(rawValue: 1 << 8)
}

struct ColumnName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}

/// How values of a type are stored, read from documents, written, and described.
struct PropertyForm<Value: Codable & Sendable>: Sendable {
    let type: PropertyType
    /// Reads a column that is not NULL; `nil` for the value of a new object.
    let read: @Sendable (Row, Int) throws -> Value?
    let stored: @Sendable (Value) -> String?
    let json: @Sendable (Value) -> JSONValue
    let graph: @Sendable (Value) -> OrderedJSON
    /// Tenant files omit this value.
    let ordinary: JSONValue
    let take: @Sendable (inout DocumentObject, String) -> Value
    let schema: JSONValue

    init(
        _ type: PropertyType, ordinary: JSONValue = .null, schema: JSONValue,
        read: @escaping @Sendable (Row, Int) throws -> Value?, stored: @escaping @Sendable (Value) -> String?,
        json: @escaping @Sendable (Value) -> JSONValue, graph: (@Sendable (Value) -> OrderedJSON)? = nil,
        take: @escaping @Sendable (inout DocumentObject, String) -> Value
    ) {
        (self.type, self.ordinary, self.schema, self.read) = (type, ordinary, schema, read)
        (self.stored, self.json, self.take) = (stored, json, take)
        self.graph = graph ?? { .value(json($0)) }
    }
}

extension PropertyForm<String?> {
    static var text: Self { text(.reference(to: "Text")) }

    static func text(describedAs description: String) -> Self {
        text(.object(JSONValue.textSchema("string", "null").merging(["description": .string(description)]) { $1 }))
    }

    private static func text(_ schema: JSONValue) -> Self {
        PropertyForm(
            .text, schema: schema, read: { .some(try $0[$1] as String) }, stored: { $0 },
            json: { $0.map(JSONValue.string) ?? .null },
            take: { $0.text($1) })
    }
}

extension PropertyForm<[String]> {
    static var texts: Self {
        PropertyForm(
            .list, ordinary: .array([]),
            schema: .object(["type": ["array", "null"], "items": .object(JSONValue.textSchema("string"))]),
            read: { try $0.json($1, empty: "[]", as: Self.texts) },
            stored: { $0.isEmpty ? "[]" : JSONValue.texts($0).text }, json: { .texts($0) }, take: { $0.texts($1) })
    }

    private static func texts(_ value: JSONValue) -> [String]? {
        guard let texts = value.array?.map(\.string), !texts.contains(nil) else { return nil }
        return texts.compactMap(\.self)
    }
}

extension PropertyForm<Bool> {
    static func flag(ordinarily ordinary: Bool) -> Self {
        PropertyForm(
            .flag, ordinary: .boolean(ordinary), schema: .reference(to: "Flag"),
            read: { try $0[$1] as Int64 != 0 }, stored: { $0 ? "1" : "0" }, json: { .boolean($0) },
            take: { $0.flag($1, or: ordinary) })
    }
}

extension PropertyForm<Int> {
    static func count(upTo maximum: Int) -> Self {
        PropertyForm(
            .object, ordinary: .integer(0),
            schema: .object(["type": ["integer", "null"], "minimum": 0, "maximum": .integer(maximum)]),
            read: { Int(try $0[$1] as Int64) }, stored: { String($0) }, json: { .integer($0) },
            take: { $0.integer($1, in: 0...maximum) ?? 0 })
    }
}

extension PropertyForm<Date?> {
    static var time: Self {
        PropertyForm(
            .time, schema: .reference(to: "Time"), read: { .some(try $0[$1] as Date) },
            stored: { $0.flatMap { $0.databaseValue.text } },
            json: { $0.map { .string(DocumentDate.text($0)) } ?? .null },
            graph: { $0.map { .string($0.formatted(.iso8601)) } ?? .null }, take: { $0.date($1) })
    }
}

extension PropertyForm<[String: JSONValue]> {
    static func members(describedAs description: String) -> Self {
        PropertyForm(
            .object, ordinary: .object([:]),
            schema: .object(["type": ["object", "null"], "description": .string(description)]),
            read: { try $0.json($1, empty: "{}", as: \.object) },
            stored: { $0.isEmpty ? "{}" : JSONValue.object($0).text }, json: { .object($0) },
            take: { $0.members(of: $1) })
    }
}

protocol PropertyChoice: RawRepresentable<String>, CaseIterable, Codable, Sendable, DatabaseValueConvertible {}

extension PropertyChoice {
    fileprivate static var schema: JSONValue {
        .object(["enum": .array(allCases.map { .string($0.rawValue) } + [.null])])
    }

    static func choice(ordinarily ordinary: Self) -> PropertyForm<Self> {
        PropertyForm(
            .text, ordinary: .string(ordinary.rawValue), schema: schema,
            // Reading a text is faster; the generic subscript throws for an unknown word.
            read: { try Self(rawValue: $0[$1]) ?? $0[$1] }, stored: \.rawValue, json: { .string($0.rawValue) },
            take: { $0.choice($1, of: Self.self) ?? ordinary })
    }

    static var optionalChoice: PropertyForm<Self?> {
        PropertyForm(
            .text, schema: schema, read: { .some(try $0[$1] as Self) }, stored: { $0?.rawValue },
            json: { $0.map { .string($0.rawValue) } ?? .null }, take: { $0.choice($1, of: Self.self) })
    }
}

extension JSONValue {
    fileprivate static func reference(to schema: String) -> JSONValue {
        .object(["$ref": .string("#/components/schemas/\(schema)")])
    }

    fileprivate static func textSchema(_ types: String...) -> [String: JSONValue] {
        [
            "type": types.count == 1 ? .string(types[0]) : .texts(types), "maxLength": 256,
            "pattern": .string(#"^[^\u0000-\u001f\u007f-\u009f]*$"#),
        ]
    }
}

extension Row {
    /// `nil` for the usual, empty value.
    fileprivate func json<Value>(
        _ column: Int, empty: String, as read: (JSONValue) throws -> Value?
    ) throws -> Value? {
        let text: String = try self[column]
        if text == empty { return nil }
        guard let value = try read(StrictJSON.value(in: text.utf8)) else {
            throw DatabaseError(resultCode: .mismatch, message: "a column holds JSON of another form")
        }
        return value
    }
}
