// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import JSONWebSignatures
import TenantAuthorization
import TenantControl
import TenantDirectory
import TenantStandard

/// Tokens of the standard provider's clients, from the token issuer of the provider.
extension TokenMint {
    /// - Throws: ``DocumentRefusal`` (400), ``AdministrationProblem`` (404, 409).
    func standardToken(of client: StandardClient) async throws -> String {
        for (name, isThere) in [("version", request.version != nil), ("userFlow", request.userFlow != nil)]
        where isThere {
            throw DocumentRefusal(at: "/\(name)", "Clients of the standard provider have none; remove it.")
        }
        let good =
            request.use == .id
            ? try changed(try await standardIDToken(of: client)) : try await standardAccessToken(of: client)
        guard let defect = request.broken else { return good }
        // Only the good token is stored, so UserInfo refuses the broken one as other APIs do.
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
