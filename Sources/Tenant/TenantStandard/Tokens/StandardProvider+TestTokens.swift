// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
package import TenantDirectory

/// Tokens for tests, as if the person had signed in and agreed.
extension StandardProvider {
    /// The API with this client id or URI.
    package func api(_ name: String) async throws -> StandardClient? {
        try await resourceServers().all.first { $0.id == name || $0.audience == name }
    }

    /// Issues an access token, which UserInfo and introspection accept.
    ///
    /// Without a person, the client acts for itself; without scopes, it gets the usual ones; without an API, the scopes
    /// choose the APIs.
    ///
    /// - Returns: The token; `nil` if it would have no scope and no API.
    /// - Throws: The errors of `change`; errors of the database and the crypto library.
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

    /// Issues an ID token.
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
