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

    public mutating func replaceSubrange(_ range: Range<Int>, with new: some Collection<HTTPField>) {
        fields.replaceSubrange(range, with: new)
    }
}
