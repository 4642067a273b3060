// SPDX-License-Identifier: Apache-2.0
package import Foundation
import OAuth
import TenantAuthorization
package import TenantDirectory

extension TokenIssuer {
    /// An access token for an app itself: it has roles (`roles`), and in place of a person the app's service principal.
    ///
    /// - Throws: ``EntraError`` (501051) if the API requires an assignment that the app does not have.
    package func appToken(
        for client: AuthenticatedClient, in tenant: Tenant, api: RegisteredApp, lifetime: Int, now: Date
    ) throws -> String {
        let isVersion2 = api.accessTokenVersion == 2
        let roles = api.roles(ofApp: client.app, in: tenant)
        guard !api.appRoleAssignmentRequired || !roles.isEmpty || api.isAssigned([client.app.id]) else {
            throw EntraError.appNotAssigned(client.app, to: api)
        }
        let issuer = issuer(of: tenant.id, isVersion2: isVersion2)
        var claims = basic(audience: api.audience, issuer: issuer, now: now, lifetime: lifetime)
        let entry = platform.keys.servicePrincipalID(of: client.app.id, in: tenant.id)
        claims.add("oid", entry)
        claims.add("sub", entry)
        claims.add("tid", tenant.id)
        claims.add("roles", texts: roles)
        claims.addClient(client, isVersion2: isVersion2)
        if isVersion2 {
            claims.add("xms_ftd", platform.settings.random.text(bytes: 33))
        } else {
            claims.add("idp", issuer)
        }
        if !isVersion2 || api.optionalClaims.accessToken.contains("idtyp") { claims.add("idtyp", "app") }
        return try sign(claims, isVersion2: isVersion2)
    }
}
