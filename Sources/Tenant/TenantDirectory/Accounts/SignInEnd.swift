// SPDX-License-Identifier: Apache-2.0
package import GRDB

/// Ends what people have from signing in: browser sessions, and what apps could still turn into tokens.
package enum SignInEnd {
    /// Revokes everything of one person, who stays; access tokens that are out stay good until they end.
    ///
    /// What was granted within this second goes as well, which ``DirectoryPerson/signInSessionsValidFrom`` cannot say.
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

    /// Removes everything of one person, who goes.
    package static func end(of personID: String, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM browserSession WHERE personID = ?", arguments: [personID])
        for table in grantTables {
            try database.execute(
                sql: "DELETE FROM \(table) WHERE json_extract(\"grant\", '$.personID') = ?", arguments: [personID])
        }
    }

    private static let grantTables = ["authorizationCode", "refreshToken", "deviceCode"]

    /// Revokes everything of one customer, who stays.
    package static func revoke(ofCustomer customerID: String, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM customerSession WHERE customerID = ?", arguments: [customerID])
        try database.execute(
            sql: """
                UPDATE userFlowGrant SET "grant" = json_set("grant", '$.isRevoked', json('true'))
                WHERE json_extract("grant", '$.customerID') = ?
                """, arguments: [customerID])
    }

    /// Removes everything of one customer, who goes.
    package static func end(ofCustomer customerID: String, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM customerSession WHERE customerID = ?", arguments: [customerID])
        try database.execute(
            sql: "DELETE FROM userFlowGrant WHERE json_extract(\"grant\", '$.customerID') = ?",
            arguments: [customerID])
    }
}
