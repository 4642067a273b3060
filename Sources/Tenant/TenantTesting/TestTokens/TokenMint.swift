// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes
import JOSE
import OAuth
package import TenantAuthorization
package import TenantControl
import TenantDirectory
import TenantEntra

/// Makes test tokens with the token issuers of a sign-in.
package struct TokenMint: Sendable {
    package let platform: PlatformContext
    package let request: TestTokenRequest

    package init(platform: PlatformContext, request: TestTokenRequest) {
        (self.platform, self.request) = (platform, request)
    }

    /// The token.
    ///
    /// - Throws: ``DocumentRefusal`` (400), ``AdministrationProblem`` (404, 409).
    package func token() async throws -> String {
        let lifetime = request.lifetime ?? platform.tokens.lifetime()
        guard (1...Int(TestTokenRequest.longestLifetime)).contains(lifetime) else {
            throw DocumentRefusal(at: "/lifetime", "This must be a whole number from 1 to 86400.")
        }
        return try finish(try await good(lifetime: lifetime), lifetime: request.lifetime)
    }

    private func good(lifetime: Int) async throws -> String {
        guard let name = request.person else { return try await appToken(lifetime: lifetime) }
        if let person = try await platform.database.person(name) {
            return try await personToken(person, lifetime: lifetime)
        }
        return try await CustomerTokenMint(platform: platform, request: request).token(of: name)
    }

    private func personToken(_ person: DirectoryPerson, lifetime: Int) async throws -> String {
        let now = platform.settings.now()
        let app = try await platform.app(request.clientID ?? platform.samples.appID)
        let api = try await platform.api(request.api ?? RegisteredApp.graphID, version: request.version)
        let openID = ["openid", "profile", "email"].map { ResolvedScope(apiID: nil, value: $0, text: $0) }
        let scopes = (request.scopes ?? ["User.Read"]).map { ResolvedScope(apiID: api.id, value: $0, text: $0) }
        let grant = Grant(
            clientID: app.id, personID: person.id, scopes: openID + scopes, authenticatedAt: now,
            secondFactorAt: person.secondFactorPhone == nil ? nil : now)
        if request.use == .id {
            return try await platform.tokens.idToken(for: person, grant: grant, nonce: request.nonce, now: now)
        }
        return try await platform.tokens.accessToken(
            for: person, grant: grant, client: Self.client(app), api: api, scopes: scopes, lifetime: lifetime, now: now)
    }

    private func appToken(lifetime: Int) async throws -> String {
        guard request.use != .id else {
            throw DocumentRefusal(at: "/person", "An ID token is about somebody; name a person.")
        }
        let app = try await platform.app(request.clientID ?? platform.samples.daemonID)
        guard let tenant = try await platform.database.tenant(app.tenantID) else {
            throw AdministrationProblem.unknown("directory", app.tenantID)
        }
        return try platform.tokens.appToken(
            for: Self.client(app), in: tenant,
            api: try await platform.api(request.api ?? RegisteredApp.graphID, version: request.version),
            lifetime: lifetime, now: platform.settings.now())
    }

    /// Adds the claims of the request, and the defect that it asks for.
    private func finish(_ token: String, lifetime: Int?) throws -> String {
        let key = platform.keys.signingKey
        var draft = try DraftToken(token, key: key)
        let before = draft.claims
        if let lifetime { draft.claims["exp"] = .number(String(platform.settings.now().seconds + lifetime)) }
        if let roles = request.roles { draft.claims["roles"] = .array(roles.map(JSONValue.string)) }
        for (name, value) in request.claims ?? [:] { draft.claims[name] = value.value }
        let good = draft.claims == before ? token : try draft.signed()
        return try request.broken?.spoiling(good, key: key, now: platform.settings.now()) ?? good
    }

    private static func client(_ app: RegisteredApp) -> AuthenticatedClient {
        AuthenticatedClient(app: app, method: app.isPublic ? .none : .secret)
    }
}

extension PlatformContext {
    /// - Throws: ``AdministrationProblem`` (404).
    func app(_ id: String) async throws -> RegisteredApp {
        guard let app = try await database.app(id) else { throw AdministrationProblem.unknown("app", id) }
        return app
    }

    /// An API by client id or URI, with its registered token version or another.
    ///
    /// - Throws: ``DocumentRefusal`` (400), ``AdministrationProblem`` (404, 409).
    func api(_ name: String, version: Int? = nil) async throws -> RegisteredApp {
        guard var api = try await resources.api(named: name) else {
            throw AdministrationProblem.unknown("API", name)
        }
        if let version {
            guard [1, 2].contains(version) else {
                throw DocumentRefusal(at: "/version", "This must be 1 or 2.")
            }
            api.accessTokenVersion = version
        }
        return api
    }
}
