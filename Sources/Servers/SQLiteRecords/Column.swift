// SPDX-License-Identifier: Apache-2.0

/// A column, for the conditions and orders of a ``QueryInterfaceRequest``; write anything else as ``SQL``.
package struct Column: Sendable, Hashable {
    package let name: String

    package init(_ name: String) { self.name = name }

    /// A row's number, in a table that is not `WITHOUT ROWID`.
    package static let rowID = Column("rowid")

    var sql: SQL { SQL(text: name.quoted) }

    package var desc: SQL { "\(self) DESC" }

    package static func == (column: Column, value: (some DatabaseValueConvertible)?) -> SQL {
        value.map { "\(column) = \($0)" } ?? "\(column) IS NULL"
    }
    package static func != (column: Column, value: (some DatabaseValueConvertible)?) -> SQL {
        value.map { "\(column) <> \($0)" } ?? "\(column) IS NOT NULL"
    }
    // A literal `nil` has no type that the functions above accept.
    package static func == (column: Column, null: _OptionalNilComparisonType) -> SQL { "\(column) IS NULL" }
    package static func != (column: Column, null: _OptionalNilComparisonType) -> SQL { "\(column) IS NOT NULL" }
    package static func < (column: Column, value: some DatabaseValueConvertible) -> SQL { "\(column) < \(value)" }
    package static func <= (column: Column, value: some DatabaseValueConvertible) -> SQL { "\(column) <= \(value)" }
    package static func > (column: Column, value: some DatabaseValueConvertible) -> SQL { "\(column) > \(value)" }
    package static func >= (column: Column, value: some DatabaseValueConvertible) -> SQL { "\(column) >= \(value)" }

    /// The condition that the text matches a pattern with the wildcards `%` and `_`; ignores ASCII case.
    package func like(_ pattern: String) -> SQL { "\(self) LIKE \(pattern)" }

    package func set(to value: (some DatabaseValueConvertible)?) -> SQL { "\(self) = \(value)" }
    package func set(to null: _OptionalNilComparisonType) -> SQL { "\(self) = NULL" }
}

extension Sequence where Element: DatabaseValueConvertible {
    /// The condition that a column has one of the values; not cached, because the text depends on their number.
    package func contains(_ column: Column) -> SQL {
        ("\(column) IN (\(map { "\($0)" as SQL }.joined(separator: ", ")))" as SQL).cached(false)
    }
}
