// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
package import SQLiteRecords

/// A group as tokens and responses name it: without its members, which can be many.
package struct GroupEntry: Sendable, Hashable, Codable, FetchableRecord {
    package let id: String
    package let tenantID: String
    package let displayName: String
    package let securityEnabled: Bool

    private static let selection: SQL = "SELECT id, tenantID, displayName, securityEnabled FROM directoryGroup"

    fileprivate static func all(_ condition: SQL, in database: Database) throws -> [GroupEntry] {
        try fetchAll(database, "\(selection) WHERE \(condition)")
            .map { (key: FoldedText.sortable(FoldedText.comparable($0.displayName)), group: $0) }
            .sorted { ($0.key, $0.group.id) < ($1.key, $1.group.id) }
            .map(\.group)
    }

    package static func all(
        of tenantID: String, after id: String, limit: Int, in database: Database
    ) throws -> [GroupEntry] {
        try GroupEntry.fetchAll(
            database, "\(selection) WHERE tenantID = \(tenantID) AND id > \(id) ORDER BY id LIMIT \(limit)")
    }

    package static func one(_ id: String, in database: Database) throws -> GroupEntry? {
        try all("id = \(id)", in: database).first
    }
}

extension TenantDatabase {
    package func groups(of tenantID: String) async throws -> [GroupEntry] {
        try await read { try GroupEntry.all("tenantID = \(tenantID)", in: $0) }
    }

    package func groups(of person: DirectoryPerson) throws -> [GroupEntry] {
        try readHere { database in
            try GroupEntry.all(
                """
                id IN (SELECT groupID FROM groupMember WHERE personID = \(person.id)) AND tenantID = \(person.tenantID)
                """, in: database)
        }
    }

    package func group(_ id: String, in tenantID: String) throws -> GroupEntry? {
        try readHere { try GroupEntry.all("id = \(id.lowercased()) AND tenantID = \(tenantID)", in: $0).first }
    }
}

extension TenantSchema {
    /// Members by person, for the groups in tokens; ``DirectoryGroup`` updates this copy with each change of a group.
    package static func createGroupMembers(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE "groupMember" ("personID" TEXT NOT NULL, \
                "groupID" TEXT NOT NULL REFERENCES "directoryGroup"("id") ON DELETE CASCADE, PRIMARY KEY ("personID", \
                "groupID")) WITHOUT ROWID;
                CREATE INDEX "index_groupMember_on_groupID" ON "groupMember"("groupID");
                """)
        try database.execute(
            sql: """
                INSERT OR IGNORE INTO groupMember (personID, groupID)
                SELECT member.value, directoryGroup.id FROM directoryGroup, json_each(memberIDs) AS member
                """)
    }
}
