// SPDX-License-Identifier: Apache-2.0
import SQLiteRecords
import TenantDirectory

extension SampleApp {
    /// Registers the page that ends the sessions of QuickStart on the web when a person signs out at the tenant.
    ///
    /// Only redirect URIs leave the port on loopback free, so this needs the whole address. The ID tokens then name the
    /// session; otherwise the app could not find it.
    static func registerQuickStartLogout(at address: String, in database: Database) throws {
        guard var app = try RegisteredApp.fetchOne(database, key: quickStartWebID) else { return }
        app.logoutURL = address
        if !app.optionalClaims.idToken.contains("sid") { app.optionalClaims.idToken.append("sid") }
        try app.update(database)
    }
}
