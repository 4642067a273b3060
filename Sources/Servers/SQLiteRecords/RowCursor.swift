// SPDX-License-Identifier: Apache-2.0

/// The rows of a query, one after the other.
///
/// It must not outlive the closure that has the database. While it is read, other statements can run, also with the
/// same text.
package final class RowCursor<Element: RowReadable> {
    private let database: Database
    private let statement: Statement
    private var isAtEnd = false

    /// Creates a cursor for a statement whose values are bound.
    init(_ database: Database, _ statement: Statement) {
        self.database = database
        self.statement = statement
    }

    deinit { database.giveBack(statement) }

    /// The next row; `nil` at the end, and after an error.
    ///
    /// - Throws: ``DatabaseError``, with ``ResultCode/mismatch`` for a value that is NULL; errors of a record's
    ///   decoding.
    package func next() throws -> Element? {
        guard !isAtEnd else { return nil }
        // A further step after the end or an error would begin again.
        isAtEnd = true
        guard try statement.step(in: database) else { return nil }
        let row = Row(statement)
        guard let element = try Element.read(row) else { throw row.mismatch(0, Element.self) }
        isAtEnd = false
        return element
    }
}
