// SPDX-License-Identifier: Apache-2.0

/// The values for the question marks of a statement, in their order.
package struct StatementArguments: Sendable, ExpressibleByArrayLiteral {
    let values: [DatabaseValue]

    init(values: [DatabaseValue]) { self.values = values }

    /// Creates arguments from values of several types; `nil` is NULL.
    package init(arrayLiteral elements: (any DatabaseValueConvertible)?...) {
        values = elements.map { $0?.databaseValue ?? .null }
    }

    /// Creates arguments from values of one type; `nil` is NULL.
    package init<Value: DatabaseValueConvertible>(_ values: some Sequence<Value?>) {
        self.values = values.map { $0?.databaseValue ?? .null }
    }

    package static func + (first: StatementArguments, second: StatementArguments) -> StatementArguments {
        StatementArguments(values: first.values + second.values)
    }
}
