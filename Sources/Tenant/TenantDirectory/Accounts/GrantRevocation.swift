// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
package import SQLiteRecords

/// Ends the browser sessions of a person, and the codes and refresh tokens of apps.
package enum GrantRevocation {
    /// Revokes all grants to a person without deleting them; issued access tokens stay valid until they expire.
    ///
    /// It also revokes grants of this second, for which ``DirectoryPerson/signInSessionsValidFrom`` is too coarse.
    static func revoke(of personID: String, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM browserSession WHERE personID = ?", arguments: [personID])
        for table in grantTables {
            try database.execute(
                sql: """
                    UPDATE \(table) SET "grant" = json_set("grant", '$.isRevoked', json('true'))
                    WHERE json_extract("grant", '$.personID') = ?
                    """, arguments: [personID])
        }
    }

    /// Deletes all grants to a person who is being deleted.
    package static func end(of personID: String, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM browserSession WHERE personID = ?", arguments: [personID])
        for table in grantTables {
            try database.execute(
                sql: "DELETE FROM \(table) WHERE json_extract(\"grant\", '$.personID') = ?", arguments: [personID])
        }
    }

    private static let grantTables = ["authorizationCode", "refreshToken", "deviceCode"]

    /// Revokes all grants to a customer without deleting them.
    package static func revoke(ofCustomer customerID: String, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM customerSession WHERE customerID = ?", arguments: [customerID])
        try database.execute(
            sql: """
                UPDATE userFlowGrant SET "grant" = json_set("grant", '$.isRevoked', json('true'))
                WHERE json_extract("grant", '$.customerID') = ?
                """, arguments: [customerID])
    }

    /// Deletes all grants to a customer who is being deleted.
    package static func end(ofCustomer customerID: String, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM customerSession WHERE customerID = ?", arguments: [customerID])
        try database.execute(
            sql: "DELETE FROM userFlowGrant WHERE json_extract(\"grant\", '$.customerID') = ?",
            arguments: [customerID])
    }
}

/// The event that ended a grant or a session.
package enum GrantEnd: Sendable, Hashable {
    /// An administrator disabled the account.
    case accountDisabled
    /// A revocation ended everything from before this time.
    case revoked(before: Date)
}

extension DirectoryPerson {
    /// The event that ended a grant or session which began at this time; `nil` while it is good.
    package func end(ofGrantFrom grantedAt: Date) -> GrantEnd? {
        guard accountEnabled else { return .accountDisabled }
        guard let validFrom = signInSessionsValidFrom, grantedAt < validFrom else { return nil }
        return .revoked(before: validFrom)
    }

    /// Ends all grants to a person from before a time, and the browser sessions: the one rule for signing out
    /// everywhere, a new password and a disabled account.
    ///
    /// The caller saves the person in the same transaction.
    package mutating func revokeSignInSessions(at now: Date, _ database: Database) throws {
        try GrantRevocation.revoke(of: id, database)
        signInSessionsValidFrom = now.wholeSeconds
    }
}

extension TenantDatabase {
    /// Ends all grants to a person from before a time, and the person's browser sessions.
    package func revokeSessions(of personID: String, now: Date) async throws {
        try await write { database in
            guard var person = try DirectoryPerson.fetchOne(database, key: personID) else { return }
            try person.revokeSignInSessions(at: now, database)
            try person.update(database)
        }
    }
}
