// SPDX-License-Identifier: Apache-2.0
package import GRDB

/// Ends the browser sessions of a person, and the codes and refresh tokens of apps.
package enum SignInEnd {
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
