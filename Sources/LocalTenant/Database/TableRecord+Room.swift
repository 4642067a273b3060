// SPDX-License-Identifier: Apache-2.0
import GRDB

/// The bound of a table that requests without a sign-in can fill.
extension TableRecord {
    /// Deletes the rows before the newest of a table, so that it holds no more than its capacity after the next one.
    ///
    /// It goes by the order in which rows came, and counts those that were deleted since: so it need not walk through
    /// the table.
    ///
    /// - Parameters:
    ///   - database: The database, in a write.
    ///   - capacity: How many rows the table may hold.
    /// - Throws: What the database throws.
    static func makeRoom(in database: Database, capacity: Int) throws {
        try database.execute(
            sql: """
                DELETE FROM "\(databaseTableName)"
                WHERE rowid <= (SELECT max(rowid) FROM "\(databaseTableName)") - ?
                """, arguments: [capacity - 1])
    }
}
