// SPDX-License-Identifier: Apache-2.0

/// A column of the index of people; each has an index of its own within a directory.
package struct IndexColumn: Sendable, Hashable {
    /// The form of the texts in the column.
    enum Form: Int, Sendable {
        case exact, folded
        /// In alphabetical order.
        case sortable
        /// From their end.
        case reversed
    }

    package let name: String
    let form: Form

    /// Whether the property has another column beside it.
    var isDerived: Bool { form == .sortable || form == .reversed }

    var index: String { "personSearchBy_\(name)" }

    /// The columns of a property: texts and flags have them.
    static func all(
        of property: String, _ type: PropertyType?, isExact: Bool = false, sorted: String?, reversed: String?
    ) -> [IndexColumn] {
        guard type == .text || type == .flag else { return [] }
        return [IndexColumn(name: property, form: isExact ? .exact : .folded)]
            + [sorted.map { IndexColumn(name: $0, form: .sortable) }].compactMap(\.self)
            + [reversed.map { IndexColumn(name: $0, form: .reversed) }].compactMap(\.self)
    }

    /// The column that a comparison of a property reads; `nil` for a property without values in this tenant.
    static func compared(_ property: String, _ comparison: PeopleCondition.Comparison) -> IndexColumn? {
        DirectoryPerson.graphProperties[property]?.indexColumns.first {
            comparison == .endsWith ? $0.form == .reversed : $0.form == .folded || $0.form == .exact
        }
    }

    /// A text to compare with those of the column.
    func folded(_ text: String) -> String { formed(FoldedText.comparable(text)) }

    /// A comparable text in the form of the column.
    func formed(_ folded: String) -> String {
        switch form {
        case .exact, .folded: folded
        case .sortable: FoldedText.sortable(folded)
        case .reversed: FoldedText.reversed(folded)
        }
    }
}
