// SPDX-License-Identifier: Apache-2.0
import Foundation

extension TokenIssuer {
    /// An access token of an app itself: it names permissions (`roles`), and instead of a person the app's own entry in
    /// the directory.
    func appToken(
        for client: AuthenticatedClient, in tenant: Tenant, api: RegisteredApp, lifetime: Int, now: Date
    ) throws -> String {
        let isVersion2 = api.accessTokenVersion == 2
        var claims = basic(
            audience: api.id, issuer: issuer(of: tenant.id, isVersion2: isVersion2), now: now)
        claims.expiresAt = now.seconds + lifetime
        claims.objectID = platform.keys.servicePrincipalID(of: client.app.id, in: tenant.id)
        claims.subject = claims.objectID ?? ""
        claims.tenantID = tenant.id
        let prefix = "\(api.id)/"
        // Its own administrator speaks for no other directory.
        let roles = (tenant.id == client.app.tenantID ? client.app.assignedRoles : []).filter { $0.hasPrefix(prefix) }.map {
            String($0.dropFirst(prefix.count))
        }
        claims.roles = roles.isEmpty ? nil : roles
        claims.addClient(client, isVersion2: isVersion2)
        if !isVersion2 { claims.identityType = "app" }
        return try platform.keys.sign(claims)
    }
}
