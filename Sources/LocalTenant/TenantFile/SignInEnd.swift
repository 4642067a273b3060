// SPDX-License-Identifier: Apache-2.0
import GRDB

/// Ends what people have from signing in: browser sessions, and what apps could still turn into tokens.
enum SignInEnd {
    /// Ends everything of one person; tokens that are out stay good until they end.
    static func end(of personID: String, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM browserSession WHERE personID = ?", arguments: [personID])
        for table in ["authorizationCode", "refreshToken", "deviceCode"] {
            try database.execute(
                sql: "DELETE FROM \(table) WHERE json_extract(\"grant\", '$.personID') = ?", arguments: [personID])
        }
    }

    /// Ends everything of one customer.
    static func end(ofCustomer customerID: String, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM customerSession WHERE customerID = ?", arguments: [customerID])
        try database.execute(
            sql: "DELETE FROM userFlowGrant WHERE json_extract(\"grant\", '$.customerID') = ?",
            arguments: [customerID])
    }
}
