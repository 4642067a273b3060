// SPDX-License-Identifier: Apache-2.0
package import GRDB

/// The latest change of a person or a group, for clients that ask only for changes.
package struct DirectoryChange: Sendable, Hashable, FetchableRecord, Decodable {
    /// A kind of objects.
    package enum Kind: String, Sendable, Codable {
        case user, group
    }

    /// Its place among all changes; a later change has a larger number.
    package let number: Int64
    package let objectID: String
    package let isRemoved: Bool

    /// The number of the last change of any object; 0 before the first.
    package static func last(in database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT max(number) FROM directoryChange") ?? 0
    }

    /// The changes of a kind after a number, the oldest first.
    package static func all(
        of kind: Kind, in tenantID: String, after number: Int64, limit: Int, _ database: Database
    ) throws -> [DirectoryChange] {
        try SQLRequest<DirectoryChange>(
            literal: """
                SELECT number, objectID, isRemoved FROM directoryChange
                WHERE tenantID = \(tenantID) AND kind = \(kind.rawValue) AND number > \(number)
                ORDER BY number LIMIT \(limit)
                """, cached: true
        ).fetchAll(database)
    }
}

/// A person with the number of the row in the index of people: a person who is added later has a larger one.
package struct NumberedPerson: Sendable, FetchableRecord {
    package let number: Int64
    package let person: DirectoryPerson

    package init(row: Row) throws {
        number = row[DirectoryPerson.columnCount]
        person = try DirectoryPerson(row: row)
    }

    /// The number of the person who was added last in any directory; 0 without people.
    package static func last(in database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT max(number) FROM personSearch") ?? 0
    }

    /// The people of a directory after a number, in the order in which they were added.
    package static func all(
        of tenantID: String, after number: Int64, limit: Int, _ database: Database
    ) throws -> [NumberedPerson] {
        guard let directory = try PeopleIndex.number(ofDirectory: tenantID, in: database) else { return [] }
        return try SQLRequest<NumberedPerson>(
            literal: """
                SELECT \(DirectoryPerson.columnList), entry.number FROM personSearch AS entry
                JOIN person ON person.id = entry.id
                WHERE entry.number > \(number) AND entry.directory = \(directory)
                ORDER BY entry.number LIMIT \(limit)
                """, cached: true
        ).fetchAll(database)
    }
}

extension TenantDatabase {
    /// Reads a list in one snapshot, beside other requests.
    package func readList<Value: Sendable>(_ value: @Sendable (Database) throws -> Value) async throws -> Value {
        try await lists.read(value)
    }
}

/// The latest change of one member of a group, or a member of a group that a client reads for the first time.
package struct MemberChange: Sendable, Hashable, FetchableRecord, Decodable {
    /// The member's id.
    package let id: String
    package let isRemoved: Bool

    /// The members of a group now.
    package static func all(ofGroup group: String, in database: Database) throws -> [MemberChange] {
        try SQLRequest<MemberChange>(
            literal: """
                SELECT DISTINCT member.value AS id, 0 AS isRemoved
                FROM directoryGroup, json_each(memberIDs) AS member WHERE directoryGroup.id = \(group) ORDER BY 1
                """, cached: true
        ).fetchAll(database)
    }

    /// The members that came or went after a change, the oldest first.
    package static func all(
        ofGroup group: String, after number: Int64, in database: Database
    ) throws -> [MemberChange] {
        try SQLRequest<MemberChange>(
            literal: """
                SELECT memberID AS id, isRemoved FROM memberChange
                WHERE groupID = \(group) AND number > \(number) ORDER BY number, memberID
                """, cached: true
        ).fetchAll(database)
    }
}
