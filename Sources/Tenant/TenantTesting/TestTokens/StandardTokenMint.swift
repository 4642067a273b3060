// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import JSONWebSignatures
import PortableFoundation
import TenantControl
import TenantDirectory
import TenantStandard

/// Makes test tokens of the standard provider's clients with the token issuer of the provider.
struct StandardTokenMint: Sendable {
    let provider: StandardProvider
    let client: StandardClient
    let request: TestTokenRequest
    let now: @Sendable () -> Date

    /// The token.
    ///
    /// - Throws: ``DocumentRefusal`` (400), ``AdministrationProblem`` (404, 409).
    func token() async throws -> String {
        for (name, isThere) in [("version", request.version != nil), ("userFlow", request.userFlow != nil)]
        where isThere {
            throw DocumentRefusal(at: "/\(name)", "Clients of the standard provider have none; remove it.")
        }
        let good = request.use == .id ? try changed(try await idToken()) : try await accessToken()
        guard let defect = request.broken else { return good }
        // Only the good token is stored, so UserInfo refuses the broken one as other APIs do.
        guard let key = provider.keys.key(of: good) else { throw Self.opaque }
        return try defect.spoiling(good, key: key, now: now())
    }

    private func idToken() async throws -> String {
        guard let person = try await person() else {
            throw DocumentRefusal(at: "/person", "An ID token needs a person; name one.")
        }
        return try provider.idToken(
            forTestOf: client, person: person, scopes: request.scopes, nonce: request.nonce)
    }

    private func accessToken() async throws -> String {
        var api: StandardClient?
        if let name = request.api {
            api = try await provider.api(name)
            guard api != nil else { throw AdministrationProblem.unknown("API", name) }
        }
        let hasOwnClaims = request.roles != nil || request.claims != nil
        guard client.metadata.accessTokenFormat == .jwt || !hasOwnClaims else { throw Self.opaque }
        let token = try await provider.accessToken(
            forTestOf: client, person: try await person(), scopes: request.scopes, api: api,
            lifetime: request.lifetime, changing: changed)
        guard let token else {
            throw DocumentRefusal(at: "/scope", "This client has no scopes without a person; name an API or scopes.")
        }
        return token
    }

    /// - Throws: ``AdministrationProblem`` (404).
    private func person() async throws -> DirectoryPerson? {
        guard let name = request.person else { return nil }
        guard let person = try await provider.person(name) else { throw AdministrationProblem.unknown("person", name) }
        return person
    }

    @Sendable private func changed(_ token: String) throws -> String {
        guard let key = provider.keys.key(of: token) else { return token }
        return try request.changing(token, key: key, now: now())
    }

    private static let opaque = AdministrationProblem(
        .conflict, "This client's access tokens are opaque and contain no claims; use a client with JWTs.")
}
