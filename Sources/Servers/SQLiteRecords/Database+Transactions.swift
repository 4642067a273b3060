// SPDX-License-Identifier: Apache-2.0
internal import CTesseraSQLite

extension Database {
    /// Calls a closure once the transaction is committed; never if it, or the change that called this, is rolled back.
    ///
    /// Outside of a transaction, it waits for the connection's next one.
    ///
    /// The closure runs before the callers of the transaction's changes go on. It must not use the pool.
    package func afterNextTransaction(onCommit hook: @escaping (Database) -> Void) { commitHooks.append(hook) }

    /// Carries out changes that are rolled back together if one of them throws.
    ///
    /// - Throws: The closure's errors; ``DatabaseError``.
    package func inSavepoint<Value>(_ body: () throws -> Value) throws -> Value {
        let hookCount = commitHooks.count
        try execute("SAVEPOINT change")
        do {
            let value = try body()
            try execute("RELEASE change")
            return value
        } catch {
            rollBackToSavepoint()
            commitHooks.removeSubrange(min(hookCount, commitHooks.count)...)
            throw error
        }
    }

    private func rollBackToSavepoint() {
        // SQLite itself ends a transaction when the disk is full, for example: nothing is left to roll back then.
        guard isInsideTransaction else { return }
        do {
            try execute("ROLLBACK TO change")
            try execute("RELEASE change")
        } catch {
            // Nothing of the change may be committed, so nothing of its transaction is.
            try? execute("ROLLBACK")
        }
    }

    /// Carries out changes in a transaction.
    func inTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            try begin()
            let value = try body(self)
            try commit()
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    /// Begins a transaction, and waits for other programs that write.
    ///
    /// A deferred transaction would get its lock with the first change, and fail at once if another program has written
    /// since its first read (`SQLITE_BUSY_SNAPSHOT`).
    func begin() throws {
        try execute("BEGIN IMMEDIATE")
        expectsTransaction = true
    }

    /// Ends the transaction, and calls what waited for it.
    func commit() throws {
        try execute("COMMIT")
        let hooks = commitHooks
        reset()
        for hook in hooks { hook(self) }
    }

    /// Ends the transaction, if SQLite has not done so, without its changes.
    func rollBack() {
        if isInsideTransaction { try? execute("ROLLBACK") }
        changedTables = []
        reset()
    }

    private func reset() {
        expectsTransaction = false
        commitHooks = []
    }

    /// Checks the foreign keys that SQLite checks only at the commit.
    ///
    /// - Throws: The error that the commit would throw.
    func checkDeferredKeys() throws {
        var (count, highest): (Int32, Int32) = (0, 0)
        try check(sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &count, &highest, 0))
        if count > 0 { throw DatabaseError(resultCode: .foreignKey, message: "FOREIGN KEY constraint failed") }
    }

    /// The tables that may have changed since the last call.
    func takeChangedTables() -> Set<String> {
        defer { changedTables = [] }
        return changedTables
    }

    /// Reads in one snapshot.
    func inSnapshot<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try execute("BEGIN DEFERRED")
        expectsTransaction = true
        defer { rollBack() }
        return try reading(body)
    }

    /// Reads; each statement sees what is committed when it begins.
    func reading<Value>(_ body: (Database) throws -> Value) throws -> Value {
        isReading = true
        defer { isReading = false }
        return try body(self)
    }
}
