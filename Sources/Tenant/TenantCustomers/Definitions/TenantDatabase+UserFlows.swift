// SPDX-License-Identifier: Apache-2.0
import GRDB
import TenantDirectory

extension TenantDatabase {
    /// The user flows of a directory, the oldest first; a directory without any has the usual ones.
    package func userFlows(of tenantID: String) async throws -> [UserFlow] {
        let own = try await queue.read { database in
            try UserFlow.filter(Column("tenantID") == tenantID).order(Column.rowID).fetchAll(database)
        }
        return own.isEmpty ? UserFlow.usual(at: tenantID) : own
    }

    /// The attributes that a directory defined, the oldest first.
    func customAttributes(of tenantID: String) async throws -> [AttributeDefinition] {
        try await queue.read { database in
            try AttributeDefinition.filter(Column("tenantID") == tenantID).order(Column.rowID).fetchAll(database)
        }
    }
}

extension UserFlow {
    /// The flows of a directory of customers that defines none.
    package static func usual(at tenantID: String) -> [UserFlow] {
        [
            UserFlow(tenantID: tenantID, name: "B2C_1_susi", kind: .signUpOrSignIn, attributes: usualNames),
            UserFlow(tenantID: tenantID, name: "B2C_1_reset", kind: .passwordReset),
        ]
    }

    /// The attributes that the usual flow collects.
    package static let usualNames = [
        CollectedAttribute("displayName", isRequired: true), CollectedAttribute("givenName"),
        CollectedAttribute("surname"),
    ]
}
