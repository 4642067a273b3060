// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

extension TokenClaims {
    /// Which app the token is for, and what proved that it is the one.
    package mutating func addClient(_ client: AuthenticatedClient, isVersion2: Bool) {
        add("ver", isVersion2 ? "2.0" : "1.0")
        add(isVersion2 ? "azp" : "appid", client.app.id)
        add(isVersion2 ? "azpacr" : "appidacr", client.method.claim)
    }

    /// What only access tokens of the first form say of somebody.
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
