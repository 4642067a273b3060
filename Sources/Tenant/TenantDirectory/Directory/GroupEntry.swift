// SPDX-License-Identifier: Apache-2.0
package import GRDB

/// A group as tokens and responses name it: without its members, who may be very many.
package struct GroupEntry: Sendable, Hashable, Codable, FetchableRecord {
    package let id: String
    package let tenantID: String
    package let displayName: String
    /// Whether permissions can be given to the group; one without only has a mailbox.
    package let securityEnabled: Bool

    /// Groups, to be followed by a condition.
    private static let selection: SQL = "SELECT id, tenantID, displayName, securityEnabled FROM directoryGroup"
    private static let order: SQL = "ORDER BY displayName COLLATE swiftLocalizedCaseInsensitiveCompare, id"

    fileprivate static func all(_ condition: SQL, in database: Database) throws -> [GroupEntry] {
        try SQLRequest(literal: "\(selection) WHERE \(condition) \(order)", cached: true).fetchAll(database)
    }

    /// The groups of a directory after an id, by id.
    package static func all(
        of tenantID: String, after id: String, limit: Int, in database: Database
    ) throws -> [GroupEntry] {
        try SQLRequest(
            literal: "\(selection) WHERE tenantID = \(tenantID) AND id > \(id) ORDER BY id LIMIT \(limit)", cached: true
        ).fetchAll(database)
    }

    /// A group of any directory.
    package static func one(_ id: String, in database: Database) throws -> GroupEntry? {
        try all("id = \(id)", in: database).first
    }
}

extension TenantDatabase {
    /// The groups of a directory, by name.
    package func groups(of tenantID: String) async throws -> [GroupEntry] {
        try await lists.read { try GroupEntry.all("tenantID = \(tenantID)", in: $0) }
    }

    /// The groups of a person, by name.
    package func groups(of person: DirectoryPerson) throws -> [GroupEntry] {
        try readHere { database in
            try GroupEntry.all(
                """
                id IN (SELECT groupID FROM groupMember WHERE personID = \(person.id)) AND tenantID = \(person.tenantID)
                """, in: database)
        }
    }

    /// A group of a directory by its id.
    package func group(_ id: String, in tenantID: String) throws -> GroupEntry? {
        try readHere { try GroupEntry.all("id = \(id.lowercased()) AND tenantID = \(tenantID)", in: $0).first }
    }
}
