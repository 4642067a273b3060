// SPDX-License-Identifier: Apache-2.0
internal import CTesseraSQLite
internal import PortableFoundation

/// The actions of a statement, as SQLite reports them to its authorizer during preparation.
///
/// They include changes by triggers and foreign keys, at no cost per row. The alternative, SQLite's update hook, is not
/// called for `DELETE` without `WHERE`.
final class StatementActions {
    private(set) var writtenTables: Set<String> = []
    private(set) var changesSchema = false

    func removeAll() {
        writtenTables = []
        changesSchema = false
    }

    fileprivate func note(_ action: Int32, _ name: UnsafePointer<CChar>?) {
        switch action {
        case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
            if let name, strncmp(name, "sqlite_", 7) != 0 { writtenTables.insert(String(cString: name)) }
        case SQLITE_READ, SQLITE_SELECT, SQLITE_FUNCTION, SQLITE_RECURSIVE, SQLITE_TRANSACTION, SQLITE_SAVEPOINT,
            SQLITE_PRAGMA:
            break
        default: changesSchema = true
        }
    }

    /// Registers this object, which must live as long as the connection, and returns SQLite's result code.
    func observe(_ connection: OpaquePointer) -> Int32 {
        sqlite3_set_authorizer(
            connection,
            { context, action, name, _, _, _ in
                guard let context else { return SQLITE_OK }
                Unmanaged<StatementActions>.fromOpaque(context).takeUnretainedValue().note(action, name)
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
