// SPDX-License-Identifier: Apache-2.0
package import SQLiteRecords

/// The latest change of one member of a group, or a member of a group that a client reads for the first time.
package struct MemberChange: Sendable, Hashable, FetchableRecord, Decodable {
    /// The member's id.
    package let id: String
    package let isRemoved: Bool

    /// The members of a group now.
    package static func all(ofGroup group: String, in database: Database) throws -> [MemberChange] {
        try MemberChange.fetchAll(
            database,
            """
            SELECT DISTINCT member.value AS id, 0 AS isRemoved
            FROM directoryGroup, json_each(memberIDs) AS member WHERE directoryGroup.id = \(group) ORDER BY 1
            """)
    }

    /// The members that came or went after a change, the oldest first.
    package static func all(
        ofGroup group: String, after number: Int64, in database: Database
    ) throws -> [MemberChange] {
        try MemberChange.fetchAll(
            database,
            """
            SELECT memberID AS id, isRemoved FROM memberChange
            WHERE groupID = \(group) AND number > \(number) ORDER BY number, memberID
            """)
    }
}

extension TenantSchema {
    /// The changes of the members of groups: triggers write the latest one of each member.
    ///
    /// A change of members is also one of the group, whose number it has.
    package static func createMemberChanges(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE "memberChange" ("groupID" TEXT NOT NULL REFERENCES "directoryGroup"("id") ON DELETE \
                CASCADE, "memberID" TEXT NOT NULL, "number" INTEGER NOT NULL, "isRemoved" BOOLEAN NOT NULL, \
                PRIMARY KEY ("groupID", "memberID")) WITHOUT ROWID;
                CREATE INDEX "index_memberChange_on_groupID_number" ON "memberChange"("groupID", "number");
                """)
        // Another trigger may give the group a later number, before or after this one.
        let noted = """
            DELETE FROM directoryChange WHERE kind = 'group' AND objectID = NEW.id;
            INSERT INTO directoryChange (tenantID, kind, objectID, isRemoved)
            VALUES (NEW.tenantID, 'group', NEW.id, 0);
            """
        try database.execute(
            sql: """
                CREATE TRIGGER member_insert AFTER INSERT ON directoryGroup BEGIN
                    \(noted)
                    \(changes(from: "'[]'", to: "NEW.memberIDs", isRemoved: false))
                END
                """)
        try database.execute(
            sql: """
                CREATE TRIGGER member_update AFTER UPDATE ON directoryGroup
                WHEN OLD.memberIDs IS NOT NEW.memberIDs BEGIN
                    \(noted)
                    \(changes(from: "NEW.memberIDs", to: "OLD.memberIDs", isRemoved: true))
                    \(changes(from: "OLD.memberIDs", to: "NEW.memberIDs", isRemoved: false))
                END
                """)
    }

    /// The statements that note the members of one list that are not in another.
    private static func changes(from others: String, to members: String, isRemoved: Bool) -> String {
        let found =
            "SELECT value FROM json_each(\(members)) WHERE value NOT IN (SELECT value FROM json_each(\(others)))"
        return """
            DELETE FROM memberChange WHERE groupID = NEW.id AND memberID IN (\(found));
            INSERT INTO memberChange (groupID, memberID, number, isRemoved)
            SELECT DISTINCT NEW.id, value, max(change.number), \(isRemoved ? 1 : 0)
            FROM (\(found)), directoryChange AS change
            WHERE change.kind = 'group' AND change.objectID = NEW.id GROUP BY value;
            """
    }
}
