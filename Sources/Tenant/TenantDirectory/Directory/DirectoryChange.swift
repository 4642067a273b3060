// SPDX-License-Identifier: Apache-2.0
package import SQLiteRecords

/// The latest change of a person or a group, for clients that request only changes.
package struct DirectoryChange: Sendable, Hashable, FetchableRecord, Decodable {
    package enum Kind: String, Sendable, Codable {
        case user, group
    }

    package let number: Int64
    package let objectID: String
    package let isRemoved: Bool

    package static func last(in database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT max(number) FROM directoryChange") ?? 0
    }

    package static func all(
        of kind: Kind, in tenantID: String, after number: Int64, limit: Int, _ database: Database
    ) throws -> [DirectoryChange] {
        try DirectoryChange.fetchAll(
            database,
            """
            SELECT number, objectID, isRemoved FROM directoryChange
            WHERE tenantID = \(tenantID) AND kind = \(kind.rawValue) AND number > \(number)
            ORDER BY number LIMIT \(limit)
            """)
    }
}

/// A person with the row number in the index of people; people who are added later have larger ones.
package struct NumberedPerson: Sendable, FetchableRecord {
    package let number: Int64
    package let person: DirectoryPerson

    package init(row: Row) throws {
        number = try row[DirectoryPerson.columnCount]
        person = try DirectoryPerson(row: row)
    }

    package static func last(in database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT max(number) FROM personSearch") ?? 0
    }

    package static func all(
        of tenantID: String, after number: Int64, limit: Int, _ database: Database
    ) throws -> [NumberedPerson] {
        guard let directory = try PeopleIndex.number(ofDirectory: tenantID, in: database) else { return [] }
        return try NumberedPerson.fetchAll(
            database,
            """
            SELECT \(DirectoryPerson.columnList), entry.number FROM personSearch AS entry
            JOIN person ON person.id = entry.id
            WHERE entry.number > \(number) AND entry.directory = \(directory)
            ORDER BY entry.number LIMIT \(limit)
            """)
    }
}

/// The latest change of a group's member, or a member when a client reads for the first time.
package struct MemberChange: Sendable, Hashable, FetchableRecord, Decodable {
    package let id: String
    package let isRemoved: Bool

    package static func all(ofGroup group: String, in database: Database) throws -> [MemberChange] {
        try MemberChange.fetchAll(
            database,
            """
            SELECT DISTINCT member.value AS id, 0 AS isRemoved
            FROM directoryGroup, json_each(memberIDs) AS member WHERE directoryGroup.id = \(group) ORDER BY 1
            """)
    }

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
    /// Triggers store the latest change of each object, except for added people, whom the index of people numbers.
    package static func createChanges(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE "directoryChange" ("number" INTEGER PRIMARY KEY AUTOINCREMENT, "tenantID" TEXT NOT NULL, \
                "kind" TEXT NOT NULL, "objectID" TEXT NOT NULL, "isRemoved" BOOLEAN NOT NULL, UNIQUE ("kind", \
                "objectID"));
                CREATE INDEX "index_directoryChange_on_tenantID_kind_number" ON "directoryChange"("tenantID", "kind", \
                "number");
                """)
        try watchPeople(in: database)
        try trigger(.user, on: "person", "DELETE", in: database)
        try trigger(.group, on: "directoryGroup", "INSERT", in: database)
        try trigger(
            .group, on: "directoryGroup", "UPDATE", watching: ["displayName", "securityEnabled"], in: database)
        try trigger(.group, on: "directoryGroup", "DELETE", in: database)
    }

    /// Includes only properties that Graph returns, without times, whose changes its clients ignore.
    private static func watchPeople(and added: [String] = [], in database: Database) throws {
        let first = [
            "displayName", "givenName", "surname", "userPrincipalName", "mail", "jobTitle", "department",
            "officeLocation", "mobilePhone", "businessPhones", "preferredLanguage", "userType", "accountEnabled",
            "usageLocation",
        ]
        try trigger(.user, on: "person", "UPDATE", watching: first + added, in: database)
    }

    /// Adds the columns of a property that earlier versions did not have.
    package static func add(_ property: PersonProperty, in database: Database) throws {
        guard let column = property.column?.name, try !database.hasColumn(column, in: "person") else { return }
        try database.execute(sql: "ALTER TABLE \"person\" ADD COLUMN \"\(column)\" TEXT")
        try PeopleIndex.add(property.indexColumns, in: database)
        try database.execute(sql: "DROP TRIGGER change_person_update")
        let earlier = try DirectoryPerson.added.compactMap { $0.column?.name }.filter {
            try $0 != column && database.hasColumn($0, in: "person")
        }
        try watchPeople(and: earlier + [column], in: database)
    }

    private static func trigger(
        _ kind: DirectoryChange.Kind, on table: String, _ event: String, watching columns: [String] = [],
        in database: Database
    ) throws {
        let row = event == "DELETE" ? "OLD" : "NEW"
        let list = { (row: String) in columns.map { "\(row).\($0)" }.joined(separator: ", ") }
        let condition = columns.isEmpty ? "" : "WHEN (\(list("OLD"))) IS NOT (\(list("NEW")))"
        // Not INSERT OR REPLACE: the conflict rule of the statement that fires a trigger overrides the trigger's own.
        try database.execute(
            sql: """
                CREATE TRIGGER change_\(table)_\(event.lowercased()) AFTER \(event) ON \(table) \(condition) BEGIN
                    DELETE FROM directoryChange WHERE kind = '\(kind.rawValue)' AND objectID = \(row).id;
                    INSERT INTO directoryChange (tenantID, kind, objectID, isRemoved)
                    VALUES (\(row).tenantID, '\(kind.rawValue)', \(row).id, \(event == "DELETE" ? 1 : 0));
                END
                """)
    }

    /// Triggers store the latest change of each member, under the number of the group's change.
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
