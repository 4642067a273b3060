// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
package import SQLiteRecords

/// The registrations that every tenant has, even one from a file: Microsoft's own services, and the Azure CLI.
///
/// Their client ids are Microsoft's, and the same in every directory.
package enum BuiltInApp {
    /// The registrations that a file cannot replace.
    ///
    /// A file may register the Azure CLI in its own way.
    package static let fixedIDs: Set = [RegisteredApp.graphID, RegisteredApp.resourceManagerID]

    /// Registers missing ones in the first directory, if there is one: permissions of apps refer to them.
    package static func registerWhereMissing(_ database: Database) throws {
        guard let first = try Tenant.order(Column.rowID).fetchOne(database) else { return }
        for app in all(in: first.id) {
            let current = try RegisteredApp.fetchOne(database, key: app.id)
            // Data of an older version hold Microsoft Graph as an app like any other.
            if current == nil || fixedIDs.contains(app.id) && current?.isBuiltIn == false {
                try app.save(database)
            }
        }
    }

    /// Registers them in another directory, before the caller deletes the directory that has them.
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

    /// The permissions of the Azure CLI at Graph.
    package static let commandLinePermissions: [GraphPermission] = [.own, .all, .directoryAsPerson]

    /// The Azure CLI; its permissions need no consent.
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
