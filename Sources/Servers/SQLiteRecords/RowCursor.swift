// SPDX-License-Identifier: Apache-2.0

/// Other statements can run meanwhile, also with the same text; it must not outlive the closure that has the database.
package final class RowCursor<Element: RowReadable> {
    private let database: Database
    private let statement: Statement
    private var isAtEnd = false

    init(_ database: Database, _ statement: Statement) {
        self.database = database
        self.statement = statement
    }

    deinit { database.giveBack(statement) }

    /// `nil` at the end, and after an error; throws ``ResultCode/mismatch`` for NULL.
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
