// SPDX-License-Identifier: Apache-2.0
import GRDB

extension TenantDatabase {
    /// The groups of a directory, by name.
    package func groups(of tenantID: String) async throws -> [DirectoryGroup] {
        try await queue.read { database in
            try DirectoryGroup.filter(Column("tenantID") == tenantID)
                .order(Column("displayName").collating(.localizedCaseInsensitiveCompare), Column("id"))
                .fetchAll(database)
        }
    }

    /// The groups of a person, by name.
    package func groups(of person: DirectoryPerson) async throws -> [DirectoryGroup] {
        try await groups(of: person.tenantID).filter { $0.memberIDs.contains(person.id) }
    }

    /// A group of a directory by its id.
    package func group(_ id: String, in tenantID: String) async throws -> DirectoryGroup? {
        try await queue.read { database in
            try DirectoryGroup.filter(Column("id") == id.lowercased() && Column("tenantID") == tenantID)
                .fetchOne(database)
        }
    }
}
