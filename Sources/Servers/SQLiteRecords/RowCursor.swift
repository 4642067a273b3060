// SPDX-License-Identifier: Apache-2.0

/// The rows of a query, one after the other.
///
/// It must not outlive the closure that has the database. Meanwhile, other statements can run, also with the same text.
package final class RowCursor<Element: RowReadable> {
    private let database: Database
    private let statement: Statement
    private var isAtEnd = false

    init(_ database: Database, _ statement: Statement) {
        self.database = database
        self.statement = statement
    }

    deinit { database.giveBack(statement) }

    /// The next row; `nil` at the end, and after an error.
    ///
    /// - Throws: ``ResultCode/mismatch`` for a NULL value.
    package func next() throws -> Element? {
        guard !isAtEnd else { return nil }
        // Another step after the end or an error would restart the statement.
        isAtEnd = true
        guard try statement.step(in: database) else { return nil }
        let row = Row(statement)
        guard let element = try Element.read(row) else { throw row.mismatch(0, Element.self) }
        isAtEnd = false
        return element
    }
}
