// SPDX-License-Identifier: Apache-2.0
import GRDB
import Synchronization

/// A table that is read whole, and kept in memory until somebody writes to it.
struct CachedTable<Content: Sendable>: Sendable {
    let name: String
    let read: @Sendable (Database) throws -> Content
}

/// What every request asks for, and what changes seldom.
///
/// It is filled where nothing can be written meanwhile, and emptied by the database itself, whoever wrote.
final class TableCache: TransactionObserver, Sendable {
    private struct State {
        var contents: [String: any Sendable] = [:]
        var changed: Set<String> = []
    }

    private let state = Mutex(State())

    /// What stands in a table now.
    func content<Content>(of table: CachedTable<Content>, in queue: DatabaseQueue) async throws -> Content {
        if let content = state.withLock({ $0.contents[table.name] }) as? Content { return content }
        return try await queue.read { database in
            let content = try table.read(database)
            self.state.withLock { $0.contents[table.name] = content }
            return content
        }
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool {
        state.withLock { $0.contents[eventKind.tableName] != nil }
    }

    func databaseDidChange(with event: DatabaseEvent) {
        state.withLock { _ = $0.changed.insert(event.tableName) }
    }

    func databaseDidCommit(_ database: Database) {
        state.withLock { state in
            for name in state.changed { state.contents[name] = nil }
            state.changed = []
        }
    }

    func databaseDidRollback(_ database: Database) {
        state.withLock { $0.changed = [] }
    }
}
