// SPDX-License-Identifier: Apache-2.0
import JOSE
import TenantDirectory

extension ClaimSource {
    /// The value of an optional claim; `nil` if it is unknown, or the app may not read it.
    ///
    /// The names are those of Microsoft's reference of optional claims; other names are looked up among the person's
    /// additional claims.
    func optionalClaim(_ name: String) -> JSONValue? {
        switch name {
        case "acct": .number(person.userType == .guest ? "1" : "0")
        case "auth_time": .number(String(grant.authenticatedAt.seconds))
        case "ctry": person.usageLocation.map(JSONValue.string)
        case "email": person.mail.map(JSONValue.string)
        case "family_name": inProfile(person.surname)
        case "given_name": inProfile(person.givenName)
        case "upn": inProfile(person.userPrincipalName)
        case "preferred_username": inProfile(person.userPrincipalName)
        case "idtyp": .string("user")
        case "ipaddr": .string(TokenIssuer.clientAddress)
        case "login_hint": .string(LoginHint(of: person).text)
        case "sid": grant.sessionID.map(JSONValue.string)
        case "tenant_ctry": home.countryLetterCode.map(JSONValue.string)
        case "tenant_region_scope": .string("WW")
        case "verified_primary_email": person.mail.map { .array([.string($0)]) }
        case "xms_edov": person.mail.map { .boolean($0.lowercased().hasSuffix("@\(home.domain)")) }
        case "xms_pl": person.preferredLanguage.map { .string($0.lowercased()) }
        case "xms_tpl": home.preferredLanguage.map(JSONValue.string)
        case "acrs": contexts.isEmpty ? nil : .array(contexts.map(JSONValue.string))
        default: TokenClaims.reserved.contains(name) ? nil : person.additionalClaims[name]
        }
    }

    /// The authentication contexts that the sign-in satisfies: each demands a second factor.
    var contexts: [String] { grant.secondFactorAt == nil ? [] : request.authenticationContexts }

    private func inProfile(_ text: String?) -> JSONValue? { hasScope("profile") ? text.map(JSONValue.string) : nil }
}

extension TokenClaims {
    /// Adds the requested claims that are still missing.
    mutating func addOptional(_ names: some Sequence<String>, from source: ClaimSource) {
        for name in names where self[name] == nil { self[name] = source.optionalClaim(name) }
    }
}
