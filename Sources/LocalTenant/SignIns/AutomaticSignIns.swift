// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// Keeps as whom apps' requests are answered at once; nobody, unless somebody said so.
struct AutomaticSignIns: Sendable {
    let platform: IdentityPlatform

    /// The table of the rules.
    static let tableName = "automaticSignIn"

    /// Every rule, by client id.
    func all() async throws -> [AutomaticSignIn] { try await platform.database.directory.automaticSignIns }

    /// Every rule as it is written, by client id.
    static func all(in database: Database) throws -> [AutomaticSignIn] {
        try AutomaticSignInRow.order(Column("clientID")).fetchAll(database).map(\.signIn)
    }

    /// The rule of an app.
    func rule(of clientID: String) async throws -> AutomaticSignIn? {
        try await all().first { $0.clientID == clientID.lowercased() }
    }

    /// Sets the rule of an app.
    ///
    /// - Throws: ``ControlError`` (404).
    func set(_ signIn: AutomaticSignIn) async throws -> AutomaticSignIn {
        var signIn = signIn
        signIn.clientID = try await platform.app(signIn.clientID).id
        if try await platform.database.person(signIn.person) == nil { _ = try await platform.customer(signIn.person) }
        let row = AutomaticSignInRow(clientID: signIn.clientID, signIn: signIn)
        try await platform.database.queue.write { try row.upsert($0) }
        return signIn
    }

    /// Removes the rule of an app; without an app, every rule.
    func remove(_ clientID: String? = nil) async throws {
        _ = try await platform.database.queue.write { database in
            if let clientID {
                _ = try AutomaticSignInRow.deleteOne(database, key: clientID.lowercased())
            } else {
                _ = try AutomaticSignInRow.deleteAll(database)
            }
        }
    }
}

private struct AutomaticSignInRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = AutomaticSignIns.tableName

    let clientID: String
    let signIn: AutomaticSignIn
}
