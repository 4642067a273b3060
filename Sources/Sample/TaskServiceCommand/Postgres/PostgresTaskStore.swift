// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
package import PostgresStorage
package import TaskListClient
package import TaskService

/// Stores tasks in PostgreSQL, shared by the instances of the task API.
///
/// Everything but an addition with a key is one statement, so that no request occupies a connection.
package struct PostgresTaskStore: TaskStore {
    private let database: PostgresDatabase

    /// Several instances may migrate the tables at once.
    package init(in database: PostgresDatabase) async throws {
        self.database = database
        try await Self.schema.migrate(database)
    }

    package func list(of owner: String, _ query: TaskQuery) async throws -> TaskPage {
        guard query != TaskQuery() else {
            return try await database.query(Self.all, [.text(owner)]) { Self.page(of: owner, from: $0, upTo: nil) }
        }
        let values: [PostgresValue] = [
            .text(owner), .int(query.after), .bool(query.completed), .text(query.search?.folded),
            .int(query.limit.map { Int64($0) + 1 }),
        ]
        return try await database.query(Self.some, values) { Self.page(of: owner, from: $0, upTo: query.limit) }
    }

    package func task(_ id: TaskItem.ID, of owner: String) async throws -> StoredTask? {
        try await database.query(Self.one, [.text(id), .text(owner)]) { rows in
            rows.first { StoredTask($0, of: owner) }
        }
    }

    package func add(_ task: TaskItem, upTo limit: Int, once key: IdempotencyKey?) async throws -> TaskAddition {
        let values = Self.values(of: task, upTo: limit)
        guard let key else { return try await database.execute(Self.addition, values) == 1 ? .added : .full }
        return try await database.transaction { transaction in
            // Another request with this key is complete before the next statement searches for it.
            _ = try await transaction.query(Self.keyLock, [.text(task.owner), .text(key.text)], \.count)
            if let earlier = try await Self.earlier(task, under: key, in: transaction) { return earlier }
            guard try await transaction.execute(Self.addition, values) == 1 else { return .full }
            try await Self.keep(key, of: task, in: transaction)
            return .added
        }
    }

    package func update(
        _ id: TaskItem.ID, of owner: String, text: String?, completed: Bool?, if condition: VersionCondition
    ) async throws -> TaskChange {
        try await change(
            Self.update, id, of: owner, if: condition,
            [
                .text(text), .bool(completed), .text(text.flatMap(SearchText.stored)),
                .int(Int64.random(in: .min ... .max)),
            ])
    }

    package func remove(
        _ id: TaskItem.ID, of owner: String, if condition: VersionCondition
    ) async throws -> TaskChange {
        try await change(Self.removal, id, of: owner, if: condition)
    }

    package func removeAll(withText text: String, of owner: String) async throws {
        try await database.execute(Self.removalByText, [.text(owner), .text(text)])
    }

    package func removeAll(of owner: String) async throws {
        try await database.execute(Self.removalOfAll, [.text(owner)])
    }

    /// The statement's first three parameters are ID, owner, and versions.
    private func change(
        _ statement: PostgresStatement, _ id: TaskItem.ID, of owner: String, if condition: VersionCondition,
        _ more: [PostgresValue] = []
    ) async throws -> TaskChange {
        let versions: [Int64]? = if case .oneOf(let versions) = condition { versions.sorted() } else { nil }
        let values: [PostgresValue] = [.text(id), .text(owner), .ints(versions)] + more
        return try await database.query(statement, values) { rows in
            rows.first { row in
                if row.bool(5) { return .done(StoredTask(row, of: owner)) }
                // Without a condition, only a concurrent removal prevents the change.
                return condition == .any ? .missing : .otherVersion
            } ?? .missing
        }
    }
}

extension PostgresTaskStore {
    private static func values(of task: TaskItem, upTo limit: Int) -> [PostgresValue] {
        [
            .text(task.owner), .int(task.date.millisecondsSince1970), .int(Int64(limit)), .text(task.id),
            .text(task.text), .bool(task.completed), .text(SearchText.stored(task.text)),
        ]
    }

    private static func earlier(
        _ task: TaskItem, under key: IdempotencyKey, in transaction: PostgresTransaction
    ) async throws -> TaskAddition? {
        let values: [PostgresValue] = [.text(task.owner), .text(key.text), .int(task.date.millisecondsSince1970)]
        return try await transaction.query(keptKey, values) { rows in
            rows.first { row in
                guard row.data(0) == IdempotencyKey.fingerprint(of: task.text) else { return .keyReused }
                return .repeated(
                    TaskItem(
                        id: row.text(1), owner: task.owner, text: task.text,
                        date: Date(millisecondsSince1970: row.int(2))))
            }
        }
    }

    /// Also removes some expired keys.
    private static func keep(
        _ key: IdempotencyKey, of task: TaskItem, in transaction: PostgresTransaction
    ) async throws {
        let now = task.date.millisecondsSince1970
        try await transaction.execute(
            keyInsertion,
            [
                .text(task.owner), .text(key.text), .bytes(IdempotencyKey.fingerprint(of: task.text)),
                .text(task.id), .int(now), .int(now + Int64(IdempotencyKey.lifetime * 1000)),
            ])
        try await transaction.execute(keySweep, [.int(now), .int(Int64(IdempotencyKey.sweepCount))])
    }

    private static func page(of owner: String, from rows: PostgresRows, upTo limit: Int?) -> TaskPage {
        var writer = TaskListWriter(owner: owner, upTo: limit)
        for row in rows {
            writer.append(
                id: row.bytes(0), text: row.bytes(1), completed: row.bool(2), milliseconds: row.int(3),
                place: row.int(4))
        }
        return writer.page()
    }
}

extension StoredTask {
    /// The columns are id, text, completed, milliseconds, and version.
    fileprivate init(_ row: PostgresRow, of owner: String) {
        self.init(
            TaskItem(
                id: row.text(0), owner: owner, text: row.text(1), completed: row.bool(2),
                date: Date(millisecondsSince1970: row.int(3))), version: row.int(4))
    }
}
