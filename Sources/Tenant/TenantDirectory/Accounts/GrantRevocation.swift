// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
package import SQLiteRecords

package enum GrantRevocation {
    /// Revokes all grants to a person without deleting them, including those of this second, for which
    /// ``DirectoryPerson/signInSessionsValidFrom`` is too coarse; issued access tokens stay valid.
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

    package static func end(of personID: String, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM browserSession WHERE personID = ?", arguments: [personID])
        for table in grantTables {
            try database.execute(
                sql: "DELETE FROM \(table) WHERE json_extract(\"grant\", '$.personID') = ?", arguments: [personID])
        }
    }

    private static let grantTables = ["authorizationCode", "refreshToken", "deviceCode"]

    package static func revoke(ofCustomer customerID: String, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM customerSession WHERE customerID = ?", arguments: [customerID])
        try database.execute(
            sql: """
                UPDATE userFlowGrant SET "grant" = json_set("grant", '$.isRevoked', json('true'))
                WHERE json_extract("grant", '$.customerID') = ?
                """, arguments: [customerID])
    }

    package static func end(ofCustomer customerID: String, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM customerSession WHERE customerID = ?", arguments: [customerID])
        try database.execute(
            sql: "DELETE FROM userFlowGrant WHERE json_extract(\"grant\", '$.customerID') = ?",
            arguments: [customerID])
    }
}

package enum GrantEnd: Sendable, Hashable {
    case accountDisabled
    case revoked(before: Date)
}

extension DirectoryPerson {
    package func end(ofGrantFrom grantedAt: Date) -> GrantEnd? {
        guard accountEnabled else { return .accountDisabled }
        guard let validFrom = signInSessionsValidFrom, grantedAt < validFrom else { return nil }
        return .revoked(before: validFrom)
    }

    /// For a sign-out everywhere, a new password, or a disabled account; the caller saves in the same transaction.
    package mutating func revokeSignInSessions(at now: Date, _ database: Database) throws {
        try GrantRevocation.revoke(of: id, database)
        signInSessionsValidFrom = now.wholeSeconds
    }
}

extension TenantDatabase {
    package func revokeSessions(of personID: String, now: Date) async throws {
        try await write { database in
            guard var person = try DirectoryPerson.fetchOne(database, key: personID) else { return }
            try person.revokeSignInSessions(at: now, database)
            try person.update(database)
        }
    }
}
