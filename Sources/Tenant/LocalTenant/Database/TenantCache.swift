// SPDX-License-Identifier: Apache-2.0
import GRDB
import Synchronization
import TenantControl

/// The directories and apps, and the rules of tests, kept in memory until somebody changes them: every request asks for
/// them, and they change seldom.
///
/// It is filled where nothing can be written meanwhile, and emptied by the database itself, whoever wrote.
final class TenantCache: TransactionObserver, Sendable {
    /// What stands in the database.
    struct Content: Sendable {
        /// In the order in which they were added.
        let tenants: [Tenant]
        /// By display name.
        let apps: [RegisteredApp]
        let appsByID: [String: RegisteredApp]
        /// The oldest first.
        let faults: [FaultReport]
        /// By client id.
        let automaticSignIns: [AutomaticSignIn]

        init(_ database: Database) throws {
            tenants = try Tenant.order(Column.rowID).fetchAll(database)
            apps = try RegisteredApp.order(Column("displayName")).fetchAll(database)
            appsByID = Dictionary(apps.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            faults = try FaultLedger.all(in: database)
            automaticSignIns = try AutomaticSignIns.all(in: database)
        }
    }

    private struct State {
        var content: Content?
        var isChanging = false
    }

    private let state = Mutex(State())

    /// What stands in the database now.
    func content(of queue: DatabaseQueue) async throws -> Content {
        if let content = state.withLock({ $0.content }) { return content }
        return try await queue.read { database in
            let content = try Content(database)
            self.state.withLock { $0.content = content }
            return content
        }
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool {
        [
            Tenant.databaseTableName, RegisteredApp.databaseTableName, FaultLedger.tableName,
            AutomaticSignIns.tableName,
        ].contains(eventKind.tableName)
    }

    func databaseDidChange(with event: DatabaseEvent) {
        state.withLock { $0.isChanging = true }
    }

    func databaseDidCommit(_ database: Database) {
        state.withLock { state in
            if state.isChanging { state = State() }
        }
    }

    func databaseDidRollback(_ database: Database) {
        state.withLock { $0.isChanging = false }
    }
}
