// SPDX-License-Identifier: Apache-2.0
internal import CTesseraSQLite

extension Database {
    /// Calls a closure after the commit, before the callers of the transaction's changes resume.
    ///
    /// It is discarded if the transaction, or the change that called this, is rolled back. Outside a transaction, it
    /// waits for the connection's next one. It must not use the pool.
    package func afterNextTransaction(onCommit hook: @escaping (Database) -> Void) { commitHooks.append(hook) }

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
        // SQLite itself ends a transaction after some errors, such as a full disk: nothing is left to roll back.
        guard isInsideTransaction else { return }
        do {
            try execute("ROLLBACK TO change")
            try execute("RELEASE change")
        } catch {
            // No part of the change may be committed, so the whole transaction is rolled back.
            try? execute("ROLLBACK")
        }
    }

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

    /// A deferred transaction gets its lock with the first change, and fails at once if another program has written
    /// since its first read (`SQLITE_BUSY_SNAPSHOT`).
    func begin() throws {
        try execute("BEGIN IMMEDIATE")
        expectsTransaction = true
    }

    func commit() throws {
        try execute("COMMIT")
        let hooks = commitHooks
        reset()
        for hook in hooks { hook(self) }
    }

    func rollBack() {
        if isInsideTransaction { try? execute("ROLLBACK") }
        changedTables = []
        reset()
    }

    private func reset() {
        expectsTransaction = false
        commitHooks = []
    }

    /// Throws the error that the commit would throw for violated foreign keys.
    func checkDeferredKeys() throws {
        var (count, highest): (Int32, Int32) = (0, 0)
        try check(sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &count, &highest, 0))
        if count > 0 { throw DatabaseError(resultCode: .foreignKey, message: "FOREIGN KEY constraint failed") }
    }

    func takeChangedTables() -> Set<String> {
        defer { changedTables = [] }
        return changedTables
    }

    func inSnapshot<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try execute("BEGIN DEFERRED")
        expectsTransaction = true
        defer { rollBack() }
        return try reading(body)
    }

    /// Reads without a snapshot: each statement sees the data committed when it begins.
    func reading<Value>(_ body: (Database) throws -> Value) throws -> Value {
        isReading = true
        defer { isReading = false }
        return try body(self)
    }
}
