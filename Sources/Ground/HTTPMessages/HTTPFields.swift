// SPDX-License-Identifier: Apache-2.0
/// The fields of a request or a response, in their order; a name can occur more than once.
///
/// ```swift
/// request.headerFields[.accept] = "application/json"
/// request.headerFields.append(HTTPField(name: .accept, value: "text/html"))
/// let challenges = response.headerFields[values: .wwwAuthenticate]
/// ```
///
/// RFC 9110 §5.2, §5.3
public struct HTTPFields: Sendable {
    /// The fields as an array: other modules iterate over it without a copy of each field.
    package var fields: [HTTPField]

    /// Creates an empty list.
    public init() { fields = [] }

    /// Creates fields in the order of a sequence.
    public init(_ fields: some Sequence<HTTPField>) { self.fields = Array(fields) }

    /// Accesses all values of a name as one text; `nil` if there is no field of this name.
    ///
    /// Several values are joined by `, `, and those of `Cookie` by `; `. Read `Set-Cookie` with ``subscript(values:)``:
    /// its values may hold commas. A new value replaces all earlier fields of the name, and `nil` removes them; the
    /// pairs of `Cookie` get a field each.
    ///
    /// RFC 9110 §5.3, RFC 9113 §8.2.3
    public subscript(name: HTTPField.Name) -> String? {
        get {
            guard let first = fields.firstIndex(where: { $0.name == name }) else { return nil }
            let others = fields[(first + 1)...].filter { $0.name == name }
            guard !others.isEmpty else { return fields[first].value }
            return ([fields[first]] + others).map(\.value).joined(separator: name == .cookie ? "; " : ", ")
        }
        set {
            guard name == .cookie, let newValue else {
                return replace(name, with: newValue.map { [HTTPField(name: name, value: $0)] } ?? [])
            }
            let pairs = newValue.split(separator: "; ", omittingEmptySubsequences: false)
            replace(name, with: pairs.map { HTTPField(name: name, value: String($0)) })
        }
    }

    /// Accesses the values of a name, one for each of its fields.
    public subscript(values name: HTTPField.Name) -> [String] {
        get { fields.filter { $0.name == name }.map(\.value) }
        set { replace(name, with: newValue.map { HTTPField(name: name, value: $0) }) }
    }

    /// Accesses the fields of a name; new fields of other names are ignored.
    public subscript(fields name: HTTPField.Name) -> [HTTPField] {
        get { fields.filter { $0.name == name } }
        set { replace(name, with: newValue.filter { $0.name == name }) }
    }

    /// Whether there is a field of this name.
    public func contains(_ name: HTTPField.Name) -> Bool { fields.indices.contains { fields[$0].name == name } }

    /// The new fields take the place of the first old one, or follow all others.
    private mutating func replace(_ name: HTTPField.Name, with new: [HTTPField]) {
        guard let first = fields.firstIndex(where: { $0.name == name }) else {
            fields += new
            return
        }
        fields.removeAll { $0.name == name }
        fields.insert(contentsOf: new, at: first)
    }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
    /// Creates fields with these names and values, in this order.
    public init(dictionaryLiteral elements: (HTTPField.Name, String)...) {
        fields = elements.map { HTTPField(name: $0, value: $1) }
    }
}

extension HTTPFields: Hashable {
    /// Whether each name has the same values in the same order; the order of names does not matter. RFC 9110 §5.3
    public static func == (one: Self, other: Self) -> Bool {
        guard one.fields.count == other.fields.count else { return false }
        return one.fields == other.fields || one.valuesByName == other.valuesByName
    }

    /// Hashes names and values.
    public func hash(into hasher: inout Hasher) { hasher.combine(valuesByName) }

    private var valuesByName: [HTTPField.Name: [String]] {
        Dictionary(grouping: fields, by: \.name).mapValues { $0.map(\.value) }
    }
}

extension HTTPFields: CustomStringConvertible {
    /// The fields, one per line.
    ///
    /// Do not log it: a value may be a secret.
    public var description: String { fields.map(\.description).joined(separator: "\n") }
}

extension HTTPFields: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    /// The position of the first field.
    public var startIndex: Int { fields.startIndex }
    /// The position after the last field.
    public var endIndex: Int { fields.endIndex }

    /// Accesses the field at a position.
    public subscript(position: Int) -> HTTPField {
        get { fields[position] }
        set { fields[position] = newValue }
    }

    /// Replaces the fields in a range with others.
    public mutating func replaceSubrange(_ range: Range<Int>, with new: some Collection<HTTPField>) {
        fields.replaceSubrange(range, with: new)
    }

    // These have default implementations, but those call `replaceSubrange`, and a parser adds each field of a request.

    /// Adds a field at the end.
    public mutating func append(_ field: HTTPField) { fields.append(field) }

    package mutating func append(contentsOf new: [HTTPField]) { fields += new }

    /// Makes room for a number of fields.
    public mutating func reserveCapacity(_ count: Int) { fields.reserveCapacity(count) }
}
