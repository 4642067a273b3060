// SPDX-License-Identifier: Apache-2.0

/// The fields of a request or a response, in their order; a name may stand there more than once.
///
/// ```swift
/// request.headerFields[.accept] = "application/json"
/// request.headerFields.append(HTTPField(name: .accept, value: "text/html"))
/// let challenges = response.headerFields[values: .wwwAuthenticate]
/// ```
///
/// RFC 9110 §5.2, §5.3
public struct HTTPFields: Sendable {
    private var fields: [HTTPField]

    /// No fields.
    public init() { fields = [] }

    /// These fields, in this order.
    public init(_ fields: some Sequence<HTTPField>) { self.fields = Array(fields) }

    /// The values of a name in one text, or `nil` if there are none.
    ///
    /// Commas stand between them, and semicolons between those of `Cookie`.
    ///
    /// A new value takes the place of all earlier ones, and `nil` removes them. The pairs of `Cookie` get a field each.
    /// RFC 9113 §8.2.3
    public subscript(name: HTTPField.Name) -> String? {
        get {
            guard let first = fields.firstIndex(where: { $0.name == name }) else { return nil }
            let rest = fields[(first + 1)...].filter { $0.name == name }
            guard !rest.isEmpty else { return fields[first].value }
            let separator = name == .cookie ? "; " : ", "
            return ([fields[first]] + rest).map(\.value).joined(separator: separator)
        }
        set {
            guard name == .cookie, let newValue else {
                return replace(name, with: newValue.map { [HTTPField(name: name, value: $0)] } ?? [])
            }
            var (pairs, rest): ([HTTPField], Substring) = ([], newValue[...])
            while let end = rest.firstRange(of: "; ") {
                pairs.append(HTTPField(name: name, value: String(rest[..<end.lowerBound])))
                rest = rest[end.upperBound...]
            }
            replace(name, with: pairs + [HTTPField(name: name, value: String(rest))])
        }
    }

    /// The values of a name, one for each of its fields.
    public subscript(values name: HTTPField.Name) -> [String] {
        get { fields.filter { $0.name == name }.map(\.value) }
        set { replace(name, with: newValue.map { HTTPField(name: name, value: $0) }) }
    }

    /// The fields of a name.
    public subscript(fields name: HTTPField.Name) -> [HTTPField] {
        get { fields.filter { $0.name == name } }
        set { replace(name, with: newValue.filter { $0.name == name }) }
    }

    /// Whether there is a field of this name.
    public func contains(_ name: HTTPField.Name) -> Bool { fields.contains { $0.name == name } }

    /// Puts the first of the new fields in the place of the first of the old ones.
    private mutating func replace(_ name: HTTPField.Name, with new: [HTTPField]) {
        guard let first = fields.firstIndex(where: { $0.name == name }) else {
            fields += new
            return
        }
        fields.removeAll { $0.name == name }
        fields.insert(contentsOf: new, at: first)
    }
}

extension HTTPFields: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    /// The position of the first field.
    public var startIndex: Int { fields.startIndex }
    /// The position after the last field.
    public var endIndex: Int { fields.endIndex }

    /// The field at a position.
    public subscript(position: Int) -> HTTPField {
        get { fields[position] }
        set { fields[position] = newValue }
    }

    /// Puts other fields in the place of some.
    public mutating func replaceSubrange(_ range: Range<Int>, with new: some Collection<HTTPField>) {
        fields.replaceSubrange(range, with: new)
    }

    /// Adds a field at the end.
    public mutating func append(_ field: HTTPField) { fields.append(field) }

    /// Makes room for so many fields.
    public mutating func reserveCapacity(_ count: Int) { fields.reserveCapacity(count) }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
    /// Fields with these names and values, in this order.
    public init(dictionaryLiteral elements: (HTTPField.Name, String)...) {
        fields = elements.map { HTTPField(name: $0, value: $1) }
    }
}

extension HTTPFields: Hashable {
    /// Whether each name has the same values in the same order; the order of different names does not matter.
    public static func == (one: Self, other: Self) -> Bool {
        guard one.fields.count == other.fields.count else { return false }
        return one.fields == other.fields || one.byName == other.byName
    }

    /// Hashes names and values.
    public func hash(into hasher: inout Hasher) { hasher.combine(byName) }

    private var byName: [HTTPField.Name: [String]] {
        Dictionary(grouping: fields, by: \.name).mapValues { $0.map(\.value) }
    }
}

extension HTTPFields: CustomStringConvertible {
    /// The fields, a line each.
    public var description: String { fields.map(\.description).joined(separator: "\n") }
}
