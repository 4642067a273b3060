// SPDX-License-Identifier: Apache-2.0
package import SQLiteRecords

package struct DirectoryGroup: Sendable, Hashable, Codable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "directoryGroup"

    package let id: String
    package let tenantID: String
    package let displayName: String
    /// Whether the group can have permissions; otherwise it only has a mailbox.
    package var securityEnabled = true
    package var memberIDs: [String] = []
}

extension DirectoryGroup {
    package func aroundSave(_ database: Database, save: () throws -> Void) throws {
        try save()
        try database.execute(sql: "DELETE FROM groupMember WHERE groupID = ?", arguments: [id])
        for personID in memberIDs {
            try database.execute(
                sql: "INSERT OR IGNORE INTO groupMember (personID, groupID) VALUES (?, ?)", arguments: [personID, id])
        }
    }

    package init(id: String, tenantID: String, displayName: String) {
        self.init(id: id, tenantID: tenantID, displayName: displayName, securityEnabled: true)
    }
}
