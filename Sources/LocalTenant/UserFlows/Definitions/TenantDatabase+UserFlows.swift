// SPDX-License-Identifier: Apache-2.0
import GRDB

extension TenantDatabase {
    /// The user flows of a directory, the oldest first.
    func userFlows(of tenantID: String) async throws -> [UserFlow] {
        try await queue.read { database in
            try UserFlow.filter(Column("tenantID") == tenantID).order(Column.rowID).fetchAll(database)
        }
    }

    /// The attributes that a directory defined, the oldest first.
    func customAttributes(of tenantID: String) async throws -> [AttributeDefinition] {
        try await queue.read { database in
            try AttributeDefinition.filter(Column("tenantID") == tenantID).order(Column.rowID).fetchAll(database)
        }
    }

    /// Writes the sample flows into data that have none: new ones, and those of a version that had two in its code.
    static func addSampleFlows(in database: Database) throws {
        guard try UserFlow.fetchCount(database) == 0 else { return }
        for flow in UserFlow.samples { try flow.insert(database) }
        for attribute in AttributeDefinition.samples { try attribute.insert(database, onConflict: .ignore) }
    }
}
