// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
package import PortableFoundation
package import SQLiteRecords

/// Consent of a person, or of an administrator for all; named as Microsoft Graph's `oAuth2PermissionGrant`.
package struct ConsentGrant: Sendable, Hashable {
    package enum ConsentType: String, CaseIterable {
        case everybody = "AllPrincipals"
        case person = "Principal"
    }

    package let tenantID: String
    package let clientID: String
    /// `nil` if an administrator consented for all people.
    package let personID: String?
    /// The API's client ID; `nil` for OpenID Connect scopes.
    package let resourceID: String?
    /// Without the API.
    package var scopes: [String]

    package init(tenantID: String, clientID: String, personID: String?, resourceID: String?, scopes: [String]) {
        self.tenantID = tenantID
        self.clientID = clientID
        self.personID = personID
        self.resourceID = resourceID
        self.scopes = scopes
    }

    package var id: String {
        let text = [tenantID, clientID, personID ?? "", resourceID ?? ""].joined(separator: " ")
        return String(SecretHash.of(text).prefix(22))
    }

    package static func all(_ database: Database) throws -> [ConsentGrant] {
        let rows = try ConsentRow.order(
            Column("tenantID"), Column("clientID"), Column("personID"), Column("scope")
        ).fetchAll(database)
        var grants: [ConsentGrant] = []
        var places: [String: Int] = [:]
        for row in rows {
            let slash = row.scope.firstIndex(of: "/")
            let scope = slash.map { String(row.scope[row.scope.index(after: $0)...]) } ?? row.scope
            let grant = ConsentGrant(
                tenantID: row.tenantID, clientID: row.clientID, personID: row.personID,
                resourceID: slash.map { String(row.scope[..<$0]) }, scopes: [scope])
            let id = grant.id
            if let place = places[id] {
                grants[place].scopes.append(scope)
            } else {
                places[id] = grants.count
                grants.append(grant)
            }
        }
        return grants
    }

    package static func find(_ id: String, _ database: Database) throws -> ConsentGrant? {
        try all(database).first { $0.id == id }
    }

    package func save(at now: Date, _ database: Database) throws {
        try remove(database)
        for scope in scopes {
            try ConsentRow(
                tenantID: tenantID, personID: personID, clientID: clientID,
                scope: resourceID.map { "\($0)/\(scope)" } ?? scope, grantedAt: now
            ).insert(database, onConflict: .ignore)
        }
    }

    package func remove(_ database: Database) throws {
        let rows = ConsentRow.filter(
            Column("tenantID") == tenantID && Column("clientID") == clientID && Column("personID") == personID)
        if let resourceID {
            try rows.filter(Column("scope").like("\(resourceID)/%")).deleteAll(database)
        } else {
            try rows.filter(!Column("scope").like("%/%")).deleteAll(database)
        }
    }
}

package struct ConsentRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "consent"

    package let tenantID: String
    package let personID: String?
    package let clientID: String
    /// As ``ResolvedScope/permission`` writes it.
    package let scope: String
    package let grantedAt: Date

    package init(tenantID: String, personID: String?, clientID: String, scope: String, grantedAt: Date) {
        self.tenantID = tenantID
        self.personID = personID
        self.clientID = clientID
        self.scope = scope
        self.grantedAt = grantedAt
    }
}
