// SPDX-License-Identifier: Apache-2.0
import GRDB

/// Microsoft Graph's own registration, which every tenant has, whatever a file says.
enum MicrosoftGraphApp {
    /// Registers it in the first directory, as soon as there is one: apps name its permissions.
    static func registerWhereMissing(_ database: Database) throws {
        guard let first = try Tenant.all(in: nil).fetchOne(database),
            try RegisteredApp.exists(database, key: RegisteredApp.graphID) == false
        else { return }
        try register(in: first, database)
    }

    /// Registers it in a directory, which the real one is in no company's.
    static func register(in tenant: Tenant, _ database: Database) throws {
        guard let sample = SampleApp.all.first(where: { $0.id == RegisteredApp.graphID }) else { return }
        try RegisteredApp(
            id: sample.id, tenantID: tenant.id, displayName: sample.displayName, redirectURIs: [],
            identifierURI: sample.identifierURI, scopes: sample.scopes, accessTokenVersion: sample.accessTokenVersion,
            consentedScopes: [], signInAudience: sample.signInAudience, permissionTexts: sample.permissionTexts
        ).save(database)
    }
}
