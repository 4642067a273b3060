// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
package import TenantDirectory

extension StandardProvider {
    /// Signed with the algorithm that its client registered.
    func idToken(_ content: IDTokenContent) throws -> String {
        try keys.sign(
            content.claims(issuer: issuer, now: now, lifetime: database.lifetimes.seconds(.standardIDToken)),
            by: content.client.metadata.idTokenAlgorithm, type: IDTokenContent.type)
    }

    /// Without a `lifetime`, the tenant's applies; tests `change` a JWT before it is stored.
    func accessToken(
        of grant: StandardGrant, for client: StandardClient, rights: StandardRights, confirmation: TokenConfirmation,
        latestEnd: Date? = nil, lifetime: TimeInterval? = nil,
        changing change: @Sendable (String) throws -> String = { $0 }
    ) async throws -> (text: String, lifetime: Int) {
        let now = now
        let id = random.text(bytes: 16)
        let usualEnd = now + (lifetime ?? database.lifetimes[.standardAccessToken])
        let end = latestEnd.map { min($0, usualEnd) } ?? usualEnd
        let token: String
        switch client.metadata.accessTokenFormat {
        case .opaque: token = random.text()
        case .jwt:
            var claims = try await accessClaims(of: grant, rights: rights, confirmation: confirmation)
            claims["jti"] = .string(id)
            claims["iat"] = .integer(now.seconds)
            claims["exp"] = .integer(end.seconds)
            // RFC 9068 §2.1: every resource server supports RS256.
            token = try change(try keys.sign(claims, by: .rs256, type: "at+jwt"))
        }
        try await grantStore.keep(
            StandardAccessToken(
                tokenHash: SecretHash.of(token), id: id, grantID: grant.id, scope: rights.scopes.text,
                thumbprint: confirmation.keyThumbprint, issuedAt: now, expiresAt: end, resources: rights.resourceText,
                authorizationDetails: rights.detailText, certificateThumbprint: confirmation.certificateThumbprint))
        return (token, end.seconds - now.seconds)
    }

    /// The claims about an access token's rights, for a JWT or for introspection. RFC 9068 §2.2, RFC 7662 §2.2
    func accessClaims(
        of grant: StandardGrant, rights: StandardRights, confirmation: TokenConfirmation
    ) async throws -> [String: JSONValue] {
        var claims: [String: JSONValue] = [
            "iss": .string(issuer), "sub": .string(grant.personID ?? grant.clientID),
            "aud": try await audience(of: rights), "client_id": .string(grant.clientID),
        ]
        if !rights.scopes.isEmpty { claims["scope"] = .string(rights.scopes.text) }
        claims["authorization_details"] = rights.details?.json
        if grant.authenticatedAt != nil { claims["acr"] = .string(IDTokenContent.authenticationContext) }
        claims["auth_time"] = grant.authenticatedAt.map { .integer($0.seconds) }
        claims["cnf"] = confirmation.claim
        return claims
    }

    /// The requested APIs, or this provider, for UserInfo, and each API with a granted scope. RFC 8707 §2.2
    private func audience(of rights: StandardRights) async throws -> JSONValue {
        var all = rights.resources
        if all.isEmpty {
            let own = rights.scopes.openIDConnectPart.isEmpty ? [] : [issuer]
            all = own + (try await resourceServers().all.filter { $0.isOpened(by: rights) }.map(\.audience))
        }
        return all.count == 1 ? .string(all[0]) : .texts(all)
    }
}

/// OpenID Connect Core §2, §3.3.2.11, §5.4.
struct IDTokenContent: Sendable {
    /// Prevents other tokens from being accepted as ID tokens.
    static let type = "JWT"
    /// All sign-ins here are by password.
    static let authenticationContext = "urn:tessera:acr:password"

    let grant: StandardGrant
    let person: DirectoryPerson
    let client: StandardClient
    var nonce: String?
    /// From the same response, as `accessToken`.
    var code: String?
    var accessToken: String?
    /// Whether it contains the claims of the scopes, because no access token for UserInfo is issued. §5.4
    var saysWhatScopesAsk = false

    private var scopesWithClaims: ScopeSet {
        if saysWhatScopesAsk { return grant.scopes }
        guard client.metadata.includesClaimsInIDToken == true else { return [] }
        return ScopeSet(grant.scopes.scopes.filter(["profile", "email"].contains))
    }

    func claims(issuer: String, now: Date, lifetime: Int) -> [String: JSONValue] {
        let algorithm = client.metadata.idTokenAlgorithm
        var claims = PersonClaims(of: person).claims(for: scopesWithClaims, and: grant.claimsRequest.idToken)
        claims["iss"] = .string(issuer)
        claims["sub"] = .string(person.id)
        claims["aud"] = .string(client.id)
        claims["iat"] = .integer(now.seconds)
        claims["exp"] = .integer(now.seconds + lifetime)
        claims["auth_time"] = grant.authenticatedAt.map { .integer($0.seconds) }
        claims["acr"] = .string(Self.authenticationContext)
        claims["amr"] = .texts(["pwd"])
        claims["sid"] = grant.sessionID.map(JSONValue.string)
        claims["nonce"] = nonce.map(JSONValue.string)
        claims["c_hash"] = code.map { .string(algorithm.halfHash(of: $0)) }
        claims["at_hash"] = accessToken.map { .string(algorithm.halfHash(of: $0)) }
        return claims
    }
}

/// The claims about a person. OpenID Connect Core §5.1, §5.4
struct PersonClaims: Sendable {
    /// Only claims that the provider has data for.
    static let byScope: [String: [String]] = [
        "profile": ["name", "given_name", "family_name", "preferred_username", "locale"],
        "email": ["email", "email_verified"],
        "phone": ["phone_number", "phone_number_verified"],
        "address": ["address"],
    ]

    static var names: [String] { ScopeSet.openIDConnect.scopes.flatMap { byScope[$0] ?? [] } }

    private let person: DirectoryPerson

    init(of person: DirectoryPerson) { self.person = person }

    /// The claims of scopes and of individual requests, without those that have no value, or no requested value.
    func claims(for scopes: ScopeSet, and wishes: [String: ClaimsRequest.Wish]) -> [String: JSONValue] {
        let names = Set(scopes.scopes.flatMap { Self.byScope[$0] ?? [] }).union(wishes.keys)
        let values = all
        return names.reduce(into: [:]) { claims, name in
            guard let value = values[name], wishes[name]?.accepts(value) ?? true else { return }
            claims[name] = value
        }
    }

    private var all: [String: JSONValue] {
        var claims: [String: JSONValue] = [
            "name": .string(person.displayName), "preferred_username": .string(person.userPrincipalName),
        ]
        claims["given_name"] = person.givenName.map(JSONValue.string)
        claims["family_name"] = person.surname.map(JSONValue.string)
        claims["locale"] = person.preferredLanguage.map(JSONValue.string)
        if let mail = person.mail {
            claims["email"] = .string(mail)
            claims["email_verified"] = .boolean(true)
        }
        if let phone = person.mobilePhone {
            claims["phone_number"] = .string(phone)
            claims["phone_number_verified"] = .boolean(true)
        }
        if let office = person.officeLocation { claims["address"] = .object(["formatted": .string(office)]) }
        return claims
    }
}

/// Tokens for tests, as if the person had signed in and agreed.
extension StandardProvider {
    package func api(_ name: String) async throws -> StandardClient? {
        try await resourceServers().all.first { $0.id == name || $0.audience == name }
    }

    /// Issues an access token that UserInfo and introspection accept; `nil` if it would have no scope and no API.
    ///
    /// Without a person, the client acts for itself; without scopes, it gets the default ones; without an API, the
    /// scopes choose the APIs.
    package func accessToken(
        forTestOf client: StandardClient, person: DirectoryPerson?, scopes: [String]?, api: StandardClient?,
        lifetime: Int?, changing change: @escaping @Sendable (String) throws -> String
    ) async throws -> String? {
        let usual =
            person == nil && api == nil
            ? ScopeSet(client.metadata.scopes).resourcePart.scopes
            : (person == nil ? [] : Self.usualTestScopes) + (api?.metadata.resourceScopes ?? [])
        let rights = StandardRights(
            scopes: ScopeSet(scopes ?? usual), resources: api.map { [$0.audience] } ?? [])
        guard !rights.consents.isEmpty else { return nil }
        let grant = testGrant(of: client, person: person, rights: rights)
        try await grantStore.keep(grant)
        return try await accessToken(
            of: grant, for: client, rights: rights, confirmation: TokenConfirmation(),
            lifetime: lifetime.map(Double.init), changing: change
        ).text
    }

    package func idToken(
        forTestOf client: StandardClient, person: DirectoryPerson, scopes: [String]?, nonce: String?
    ) throws -> String {
        let rights = StandardRights(scopes: ScopeSet(scopes ?? Self.usualTestScopes))
        let grant = testGrant(of: client, person: person, rights: rights)
        return try idToken(IDTokenContent(grant: grant, person: person, client: client, nonce: nonce))
    }

    private static let usualTestScopes = ["openid", "profile", "email"]

    private func testGrant(
        of client: StandardClient, person: DirectoryPerson?, rights: StandardRights
    ) -> StandardGrant {
        let now = settings.now()
        return StandardGrant(
            id: settings.random.text(bytes: 16), clientID: client.id, personID: person?.id,
            sessionID: person.map { _ in settings.random.text(bytes: 16) }, scope: rights.scopes.text, claims: nil,
            authenticatedAt: person.map { _ in now }, issuedAt: now, resources: rights.resourceText)
    }
}
