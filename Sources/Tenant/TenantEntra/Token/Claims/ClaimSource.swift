// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import TenantAuthorization
import TenantDirectory

struct ClaimSource: Sendable {
    let person: DirectoryPerson
    let home: Tenant
    let grant: Grant
    let request: ClaimsParameter
    let groups: [GroupEntry]
    /// As in `idp`; `nil` for people of the directory.
    let identityProvider: String?
    let keys: SigningKeys

    init(
        _ person: DirectoryPerson, grant: Grant, request: ClaimsParameter? = nil, platform: PlatformContext
    ) async throws {
        guard let home = try await platform.database.tenant(person.tenantID) else { throw EntraError.unknownGrant }
        self.person = person
        self.home = home
        self.grant = grant
        self.request = try request ?? ClaimsParameter(grant.claims)
        groups = try platform.database.groups(of: person)
        identityProvider = try await platform.database.identityProvider(of: person)
        keys = platform.keys
    }

    func hasScope(_ name: String) -> Bool { grant.scopes.contains { $0.apiID == nil && $0.value == name } }

    var principalIDs: Set<String> { Set(groups.map(\.id)).union([person.id]) }

    /// The names are from Microsoft's reference; for other names, the person's additional claims apply.
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

    /// The authentication contexts that the sign-in satisfies: each requires a second factor.
    var contexts: [String] { grant.secondFactorAt == nil ? [] : request.authenticationContexts }

    private func inProfile(_ text: String?) -> JSONValue? { hasScope("profile") ? text.map(JSONValue.string) : nil }
}

extension TenantDatabase {
    /// The issuer of the directory of a guest's e-mail domain, or `mail`.
    fileprivate func identityProvider(of person: DirectoryPerson) async throws -> String? {
        guard person.userType == .guest else { return nil }
        guard let domain = person.mail?.split(separator: "@").last, let tenant = try await tenant(String(domain)),
            tenant.id != person.tenantID
        else { return "mail" }
        return tenant.kind == .consumers ? "live.com" : TokenIssuer.version1Issuer(of: tenant.id)
    }
}

extension TokenClaims {
    mutating func addOptional(_ names: some Sequence<String>, from source: ClaimSource) {
        for name in names where self[name] == nil { self[name] = source.optionalClaim(name) }
    }
}

/// The parameter `claims`; an app also forwards an API's claims challenge in it. OpenID Connect Core §5.5
package struct ClaimsParameter: Sendable, Hashable {
    struct Entry: Sendable, Hashable {
        var isEssential = false
        /// Empty accepts any.
        var values: [String] = []
    }

    private(set) var idToken: [String: Entry] = [:]
    private(set) var accessToken: [String: Entry] = [:]

    init(_ text: String?) throws(EntraError) {
        guard let text, !text.isEmpty else { return }
        guard let members = try? StrictJSON.object(in: text.utf8) else { throw .malformedJSON }
        idToken = try Self.entries(members["id_token"])
        accessToken = try Self.entries(members["access_token"])
    }

    /// For the same claim, the other request has priority.
    func merging(_ other: ClaimsParameter) -> ClaimsParameter {
        var merged = self
        merged.idToken.merge(other.idToken) { $1 }
        merged.accessToken.merge(other.accessToken) { $1 }
        return merged
    }

    /// Such as `c1`; only contexts that are requested as essential.
    var authenticationContexts: [String] {
        Set([idToken["acrs"], accessToken["acrs"]].compactMap(\.self).filter(\.isEssential).flatMap(\.values)).sorted()
    }

    /// `cp1` means that the client handles claims challenges.
    var clientCapabilities: [String] { accessToken["xms_cc"]?.values ?? [] }

    private static func entries(_ value: JSONValue?) throws(EntraError) -> [String: Entry] {
        guard let value, value != .null else { return [:] }
        guard let members = value.object else { throw .malformedJSON }
        var entries: [String: Entry] = [:]
        for (name, member) in members { entries[name] = try entry(member) }
        return entries
    }

    /// `null` requests the claim without conditions.
    private static func entry(_ value: JSONValue) throws(EntraError) -> Entry {
        if value == .null { return Entry() }
        guard let members = value.object else { throw .malformedJSON }
        let values = members["values"]?.array ?? members["value"].map { [$0] } ?? []
        return Entry(isEssential: members["essential"]?.boolean ?? false, values: values.compactMap(\.string))
    }
}
