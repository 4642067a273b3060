// SPDX-License-Identifier: Apache-2.0
import Foundation
package import GRDB
import TenantAuthorization
package import TenantControl
import TenantDirectory
import TenantStandard

/// Stores the automatic sign-ins of apps; at first there are none.
package struct AutomaticSignIns: Sendable {
    let platform: PlatformContext

    /// The table of the rules.
    package static let tableName = "automaticSignIn"

    /// Every rule, by client id.
    package func all() async throws -> [AutomaticSignIn] {
        try await platform.database.cached(CachedTable(name: Self.tableName, read: Self.all))
    }

    /// Every rule in the database, by client id.
    package static func all(in database: Database) throws -> [AutomaticSignIn] {
        try AutomaticSignInRow.order(Column("clientID")).fetchAll(database).map(\.signIn)
    }

    /// The rule of an app.
    func rule(of clientID: String) async throws -> AutomaticSignIn? {
        // The ids of standard clients are case-sensitive.
        try await all().first { [clientID, clientID.lowercased()].contains($0.clientID) }
    }

    /// Sets the rule of an app.
    ///
    /// - Throws: ``AdministrationProblem`` (404).
    package func set(_ signIn: AutomaticSignIn) async throws -> AutomaticSignIn {
        var signIn = signIn
        if try await platform.database.standardClient(signIn.clientID) == nil {
            signIn.clientID = try await platform.app(signIn.clientID).id
        }
        if try await platform.database.person(signIn.person) == nil { _ = try await platform.customer(signIn.person) }
        let kept = signIn
        _ = try await platform.database.queue.write { try Self.keep(kept, in: $0) }
        return signIn
    }

    /// Stores the rule of an app.
    ///
    /// - Returns: Whether the app had no rule before.
    package static func keep(_ signIn: AutomaticSignIn, in database: Database) throws -> Bool {
        let row = AutomaticSignInRow(clientID: signIn.clientID, signIn: signIn)
        let isNew = try !row.exists(database)
        try row.upsert(database)
        return isNew
    }

    /// Removes the rule of an app.
    ///
    /// - Throws: ``AdministrationProblem`` (404).
    package func remove(_ clientID: String) async throws {
        let keys = [clientID, clientID.lowercased()]
        let count = try await platform.database.queue.write { try AutomaticSignInRow.deleteAll($0, keys: keys) }
        guard count > 0 else {
            throw AdministrationProblem.unknown("automatic sign-in of an app", clientID)
        }
    }

    /// Removes every rule.
    package func removeAll() async throws {
        _ = try await platform.database.queue.write { try AutomaticSignInRow.deleteAll($0) }
    }
}

private struct AutomaticSignInRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = AutomaticSignIns.tableName

    let clientID: String
    let signIn: AutomaticSignIn
}
