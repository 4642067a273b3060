// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

extension TokenClaims {
    /// Adds the app that the token is for, and its authentication method.
    package mutating func addClient(_ client: AuthenticatedClient, isVersion2: Bool) {
        add("ver", isVersion2 ? "2.0" : "1.0")
        add(isVersion2 ? "azp" : "appid", client.app.id)
        add(isVersion2 ? "azpacr" : "appidacr", client.method.claim)
    }

    /// Adds the claims that only version 1 access tokens have.
    mutating func addVersion1(of person: DirectoryPerson, grant: Grant) {
        add("acr", "1")
        add("amr", texts: grant.secondFactorAt == nil ? ["pwd"] : ["pwd", "mfa"])
        add("ipaddr", TokenIssuer.clientAddress)
        add("upn", person.userPrincipalName)
        add("unique_name", person.userPrincipalName)
        add("given_name", person.givenName)
        add("family_name", person.surname)
        add("idtyp", "user")
    }
}
