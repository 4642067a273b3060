// SPDX-License-Identifier: Apache-2.0

/// A column of the index of people, with its own index within a directory.
package struct IndexColumn: Sendable, Hashable {
    enum Form: Int, Sendable {
        case exact, folded
        case sortable
        case reversed
    }

    package let name: String
    let form: Form

    /// Whether the property has another column beside it.
    var isDerived: Bool { form == .sortable || form == .reversed }

    var index: String { "personSearchBy_\(name)" }

    static func all(
        of property: String, _ type: PropertyType?, isExact: Bool = false, sorted: String?, reversed: String?
    ) -> [IndexColumn] {
        guard type == .text || type == .flag else { return [] }
        return [IndexColumn(name: property, form: isExact ? .exact : .folded)]
            + [sorted.map { IndexColumn(name: $0, form: .sortable) }].compactMap(\.self)
            + [reversed.map { IndexColumn(name: $0, form: .reversed) }].compactMap(\.self)
    }

    /// `nil` for a property without values in this tenant.
    static func compared(_ property: String, _ comparison: PeopleCondition.Comparison) -> IndexColumn? {
        DirectoryPerson.graphProperties[property]?.indexColumns.first {
            comparison == .endsWith ? $0.form == .reversed : $0.form == .folded || $0.form == .exact
        }
    }

    func folded(_ text: String) -> String { formed(FoldedText.comparable(text)) }

    func formed(_ folded: String) -> String {
        switch form {
        case .exact, .folded: folded
        case .sortable: FoldedText.sortable(folded)
        case .reversed: FoldedText.reversed(folded)
        }
    }
}
