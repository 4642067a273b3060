// SPDX-License-Identifier: Apache-2.0

public struct HTTPFields: Sendable, Hashable, ExpressibleByDictionaryLiteral, RandomAccessCollection,
    RangeReplaceableCollection
{
    private var fields: [HTTPField] = []

    public init() {}

    public init(dictionaryLiteral elements: (HTTPField.Name, String)...) {
        fields = elements.map { HTTPField(name: $0, value: $1) }
    }

    public var startIndex: Int { fields.startIndex }
    public var endIndex: Int { fields.endIndex }
    public subscript(position: Int) -> HTTPField { fields[position] }

    public subscript(name: HTTPField.Name) -> String? {
        get { first { $0.name == name }?.value }
        set {
            removeAll { $0.name == name }
            if let newValue { append(HTTPField(name: name, value: newValue)) }
        }
    }

    public func contains(_ name: HTTPField.Name) -> Bool { fields.contains { $0.name == name } }

    public mutating func replaceSubrange(_ range: Range<Int>, with new: some Collection<HTTPField>) {
        fields.replaceSubrange(range, with: new)
    }
}
