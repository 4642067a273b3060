// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
package import TenantAuthorization
package import TenantControl
import TenantCustomers
import TenantDirectory
import TenantEntra
package import TenantStandard

package struct TokenMint: Sendable {
    let platform: PlatformContext
    let standardProvider: StandardProvider
    let request: TestTokenRequest

    package init(platform: PlatformContext, standardProvider: StandardProvider, request: TestTokenRequest) {
        (self.platform, self.standardProvider, self.request) = (platform, standardProvider, request)
    }

    package func token() async throws -> String {
        guard (1...Int(TestTokenRequest.longestLifetime)).contains(request.lifetime ?? 1) else {
            throw DocumentRefusal(at: "/lifetime", "This must be a whole number from 1 to 86400.")
        }
        let now = platform.settings.now
        if let id = request.clientID, try await platform.database.app(id) == nil,
            let client = try await platform.database.standardClient(id)
        {
            return try await standardToken(of: client)
        }
        let key = platform.keys.signingKey
        let lifetime = request.lifetime ?? platform.tokens.lifetime()
        let good = try request.changing(try await good(lifetime: lifetime), key: key, now: now())
        return try request.broken?.spoiling(good, key: key, now: now()) ?? good
    }

    private func good(lifetime: Int) async throws -> String {
        guard let name = request.person else { return try await appToken(lifetime: lifetime) }
        if let person = try await platform.database.person(name) {
            return try await personToken(person, lifetime: lifetime)
        }
        return try await customerToken(name)
    }

    private func personToken(_ person: DirectoryPerson, lifetime: Int) async throws -> String {
        let now = platform.settings.now()
        let app = try await platform.app(request.clientID ?? platform.samples.appID)
        let api = try await platform.api(request.api ?? RegisteredApp.graphID, version: request.version)
        let openID = ["openid", "profile", "email"].map { ResolvedScope(apiID: nil, value: $0, text: $0) }
        let scopes = (request.scopes ?? ["User.Read"]).map { ResolvedScope(apiID: api.id, value: $0, text: $0) }
        var grant = Grant(clientID: app.id, personID: person.id, scopes: openID + scopes, signedInAt: now)
        grant.secondFactorAt = person.secondFactorPhone == nil ? nil : now
        if request.use == .id {
            return try await platform.tokens.idToken(for: person, grant: grant, nonce: request.nonce, now: now)
        }
        return try await platform.tokens.accessToken(
            for: person, grant: grant, client: Self.client(app), api: api, scopes: scopes, lifetime: lifetime, now: now)
    }

    private func appToken(lifetime: Int) async throws -> String {
        guard request.use != .id else { throw Self.personMissing }
        let app = try await platform.app(request.clientID ?? platform.samples.daemonID)
        guard let tenant = try await platform.database.tenant(app.tenantID) else {
            throw AdministrationProblem.unknown("directory", app.tenantID)
        }
        return try platform.tokens.appToken(
            for: Self.client(app), in: tenant,
            api: try await platform.api(request.api ?? RegisteredApp.graphID, version: request.version),
            lifetime: lifetime, now: platform.settings.now())
    }

    static var personMissing: DocumentRefusal {
        DocumentRefusal(at: "/person", "An ID token needs a person; name one.")
    }

    private static func client(_ app: RegisteredApp) -> AuthenticatedClient {
        AuthenticatedClient(app: app, method: app.isPublic ? .none : .secret)
    }
}

extension TestTokenRequest {
    func changing(_ token: String, key: JSONWebPrivateKey, now: Date) throws -> String {
        var draft = try DraftToken(token, key: key)
        let before = draft.claims
        if let lifetime { draft.claims["exp"] = .number(String(now.seconds + lifetime)) }
        if let roles { draft.claims["roles"] = .array(roles.map(JSONValue.string)) }
        for (name, value) in claims ?? [:] { draft.claims[name] = value }
        return draft.claims == before ? token : try draft.signed()
    }
}

extension PlatformContext {
    func app(_ id: String) async throws -> RegisteredApp {
        guard let app = try await database.app(id) else { throw AdministrationProblem.unknown("app", id) }
        return app
    }

    func api(_ name: String, version: Int? = nil) async throws -> RegisteredApp {
        guard var api = try await resources.api(named: name) else { throw AdministrationProblem.unknown("API", name) }
        if let version {
            guard [1, 2].contains(version) else { throw DocumentRefusal(at: "/version", "This must be 1 or 2.") }
            api.accessTokenVersion = version
        }
        return api
    }

    func customer(_ name: String) async throws -> (Tenant, Customer) {
        for tenant in try await database.tenants() where tenant.kind == .customers {
            let customers = customers(of: tenant)
            if let customer = try await customers.customer(email: name) { return (tenant, customer) }
            if let customer = try await customers.customer(id: name.lowercased()) { return (tenant, customer) }
        }
        throw AdministrationProblem.unknown("person", name)
    }
}

extension TokenMint {
    private func customerToken(_ name: String) async throws -> String {
        let (tenant, customer) = try await platform.customer(name)
        let flowName = request.userFlow ?? platform.samples.userFlow
        let flows = try await platform.database.userFlows(of: tenant.id)
        guard let flow = flows.first(where: { $0.service == .azureADB2C && $0.isNamed(flowName) }) else {
            throw AdministrationProblem.unknown("user flow", flowName)
        }
        let place = ResolvedUserFlow(
            tenant: tenant, directoryName: tenant.domain, flow: flow, shape: .path,
            dialect: AzureADB2C(platform: platform))
        let client = try await platform.app(request.clientID ?? platform.samples.customerAppID)
        let api = try await platform.api(request.api ?? platform.samples.customerAppID)
        let scopes = request.scopes ?? []
        let grant = UserFlowGrant(
            tenantID: tenant.id, flow: flow.name, clientID: client.id, customerID: customer.id,
            scopes: UserFlowScopes(
                openIDConnect: ["openid"], resource: api.id, permissions: scopes,
                text: (["openid"] + scopes).joined(separator: " ")),
            nonce: request.nonce, signedInAt: platform.settings.now())
        let reply = try UserFlowTokenIssuer(platform: platform, place: place, customer: customer)
            .reply(to: grant, isRefresh: false, wantsClientInfo: false)
        guard let token = request.use == .id ? reply.idToken : reply.accessToken else {
            throw AdministrationProblem(
                .conflict, "This user flow issues no such token; use another 'userFlow' or 'use'.")
        }
        return token
    }

    func standardToken(of client: StandardClient) async throws -> String {
        for (name, isGiven) in [("version", request.version != nil), ("userFlow", request.userFlow != nil)]
        where isGiven {
            throw DocumentRefusal(at: "/\(name)", "Clients of the standard provider have none; remove it.")
        }
        let good =
            request.use == .id
            ? try changed(try await standardIDToken(of: client)) : try await standardAccessToken(of: client)
        guard let defect = request.broken else { return good }
        // Only the valid token is stored, so UserInfo rejects the broken one, as other APIs do.
        guard let key = standardProvider.keys.key(of: good) else { throw Self.opaque }
        return try defect.spoiling(good, key: key, now: platform.settings.now())
    }

    private func standardIDToken(of client: StandardClient) async throws -> String {
        guard let person = try await standardPerson() else { throw Self.personMissing }
        return try standardProvider.idToken(
            forTestOf: client, person: person, scopes: request.scopes, nonce: request.nonce)
    }

    private func standardAccessToken(of client: StandardClient) async throws -> String {
        var api: StandardClient?
        if let name = request.api {
            api = try await standardProvider.api(name)
            guard api != nil else { throw AdministrationProblem.unknown("API", name) }
        }
        let hasOwnClaims = request.roles != nil || request.claims != nil
        guard client.metadata.accessTokenFormat == .jwt || !hasOwnClaims else { throw Self.opaque }
        let token = try await standardProvider.accessToken(
            forTestOf: client, person: try await standardPerson(), scopes: request.scopes, api: api,
            lifetime: request.lifetime, changing: changed)
        guard let token else {
            throw DocumentRefusal(at: "/scope", "This client has no scopes without a person; name an API or scopes.")
        }
        return token
    }

    private func standardPerson() async throws -> DirectoryPerson? {
        guard let name = request.person else { return nil }
        guard let person = try await standardProvider.person(name) else {
            throw AdministrationProblem.unknown("person", name)
        }
        return person
    }

    @Sendable private func changed(_ token: String) throws -> String {
        guard let key = standardProvider.keys.key(of: token) else { return token }
        return try request.changing(token, key: key, now: platform.settings.now())
    }

    private static let opaque = AdministrationProblem(
        .conflict, "This client's access tokens are opaque and contain no claims; use a client with JWTs.")
}
