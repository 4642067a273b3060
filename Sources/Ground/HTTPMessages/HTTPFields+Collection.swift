// SPDX-License-Identifier: Apache-2.0

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

    /// Adds fields at the end.
    package mutating func append(contentsOf new: [HTTPField]) { fields += new }

    /// Makes room for a number of fields.
    public mutating func reserveCapacity(_ count: Int) { fields.reserveCapacity(count) }
}
