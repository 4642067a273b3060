// SPDX-License-Identifier: Apache-2.0
package import GRDB

/// Limits tables that requests without a sign-in can fill.
extension TableRecord {
    /// Deletes the oldest rows, so that one more row keeps the table within its capacity.
    ///
    /// Row numbers, including those of deleted rows, are counted, so that no table scan is needed.
    ///
    /// - Parameters:
    ///   - database: The database, in a write.
    ///   - capacity: The limit of the table's rows.
    /// - Throws: An error of the database.
    package static func makeRoom(in database: Database, capacity: Int) throws {
        try database.execute(
            sql: """
                DELETE FROM "\(databaseTableName)"
                WHERE rowid <= (SELECT max(rowid) FROM "\(databaseTableName)") - ?
                """, arguments: [capacity - 1])
    }

    /// Deletes the oldest rows of a kind, so that one more row keeps that kind within its capacity.
    ///
    /// - Parameters:
    ///   - rows: The kind; rows of other kinds are neither counted nor deleted.
    ///   - database: The database, in a write.
    ///   - capacity: The limit of the kind's rows.
    /// - Throws: An error of the database.
    package static func makeRoom(
        among rows: QueryInterfaceRequest<Self>, in database: Database, capacity: Int
    ) throws {
        let surplus = rows.order(Column.rowID.desc).limit(1, offset: capacity - 1)
        guard let newest = try surplus.select(Column.rowID, as: Int.self).fetchOne(database) else { return }
        try rows.filter(Column.rowID <= newest).deleteAll(database)
    }
}
