// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
package import SQLiteRecords

/// Microsoft's services and the Azure CLI, with Microsoft's client IDs: every tenant has them, even one from a file.
package enum BuiltInApp {
    /// A file cannot replace these; it can register the Azure CLI in its own way.
    package static let fixedIDs: Set = [RegisteredApp.graphID, RegisteredApp.resourceManagerID]

    /// Registers missing ones in the first directory: permissions of apps refer to them.
    package static func registerWhereMissing(_ database: Database) throws {
        guard let first = try Tenant.order(Column.rowID).fetchOne(database) else { return }
        for app in all(in: first.id) {
            let current = try RegisteredApp.fetchOne(database, key: app.id)
            // Older versions stored Microsoft Graph as an ordinary app.
            if current == nil || fixedIDs.contains(app.id) && current?.isBuiltIn == false {
                try app.save(database)
            }
        }
    }

    package static func move(to tenant: Tenant, _ database: Database) throws {
        for app in all(in: tenant.id) where try RegisteredApp.fetchOne(database, key: app.id)?.isBuiltIn ?? true {
            try app.save(database)
        }
    }

    private static func all(in tenantID: String) -> [RegisteredApp] {
        [graph(in: tenantID), resourceManager(in: tenantID), commandLine(in: tenantID)]
    }

    private static func graph(in tenantID: String) -> RegisteredApp {
        RegisteredApp(
            id: RegisteredApp.graphID, tenantID: tenantID, displayName: "Microsoft Graph", redirectURIs: [],
            identifierURI: "https://graph.microsoft.com", scopes: GraphPermission.allCases.map(\.rawValue),
            accessTokenVersion: 1, consentedScopes: [], signInAudience: .organizationsAndPersonal,
            permissionTexts: GraphPermission.allCases.map(\.text), isBuiltIn: true)
    }

    private static func resourceManager(in tenantID: String) -> RegisteredApp {
        RegisteredApp(
            id: RegisteredApp.resourceManagerID, tenantID: tenantID, displayName: "Azure Resource Manager",
            redirectURIs: [], identifierURI: "https://management.azure.com", scopes: ["user_impersonation"],
            accessTokenVersion: 1, consentedScopes: [], signInAudience: .organizationsAndPersonal,
            permissionTexts: [
                PermissionText(
                    scope: "user_impersonation", title: "Manage Azure resources as you",
                    sentence: "The app can do everything in Azure that you can do there.")
            ], isBuiltIn: true)
    }

    package static let commandLinePermissions: [GraphPermission] = [.own, .all, .directoryAsPerson]

    private static func commandLine(in tenantID: String) -> RegisteredApp {
        let permissions = commandLinePermissions.map { "\(RegisteredApp.graphID)/\($0.rawValue)" }
        return RegisteredApp(
            id: RegisteredApp.azureCLIID, tenantID: tenantID, displayName: "Microsoft Azure CLI",
            redirectURIs: ["http://localhost", "https://login.microsoftonline.com/common/oauth2/nativeclient"],
            identifierURI: nil, scopes: [], accessTokenVersion: 2,
            consentedScopes: ScopeSet.openIDConnect.scopes + permissions
                + ["\(RegisteredApp.resourceManagerID)/user_impersonation"],
            signInAudience: .organizationsAndPersonal, isBuiltIn: true)
    }
}
