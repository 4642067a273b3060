// SPDX-License-Identifier: Apache-2.0
import HTTPServing
package import PortableFoundation
import TenantAuthorization
package import TenantDirectory

/// The permissions that a person gave an app; the code, the refresh token, and all later tokens have them.
package struct Grant: Codable, Sendable, Hashable {
    package let clientID: String
    package let personID: String
    /// Granted at sign-in, in the order of the request.
    package var scopes: [ResolvedScope]
    package let authenticatedAt: Date
    package var secondFactorAt: Date?
    /// The browser session, as ``BrowserSessions`` identifies it; `nil` for devices.
    var sessionID: String?
    /// The requested claims, as JSON. OpenID Connect Core §5.5
    var claims: String?
    /// Whether the code went to a single-page app, so that only a page in a browser may use the resulting tokens.
    var isSinglePage: Bool?
    /// The fixed end of a single-page app's refresh tokens; `nil` for other apps.
    var refreshTokensEndAt: Date?
    /// A revoked grant is kept so that its client gets the reason.
    var isRevoked: Bool?
}

extension Grant {
    package init(clientID: String, personID: String, scopes: [ResolvedScope], signedInAt: Date) {
        self.init(clientID: clientID, personID: personID, scopes: scopes, authenticatedAt: signedInAt)
    }
}

/// Checks at each use whether a grant is still valid: people are disabled, sessions revoked, app assignments removed.
struct GrantJudge: Sendable {
    let platform: PlatformContext

    func person(of grant: Grant, for request: GrantRequest) async throws -> DirectoryPerson {
        guard let person = try await platform.database.person(grant.personID),
            let home = try await platform.database.tenant(person.tenantID)
        else { throw EntraError.unknownGrant }
        RefusalNote.about(person: person.userPrincipalName)
        let client = request.client.app
        guard client.admits(home, at: request.selector) else { throw EntraError.wrongTenant }
        switch person.end(ofGrantFrom: grant.authenticatedAt) {
        case .accountDisabled: throw EntraError.accountDisabled
        case .revoked(let validFrom):
            throw EntraError.grantRevoked(grantedAt: grant.authenticatedAt, validFrom: validFrom)
        case nil: break
        }
        guard grant.isRevoked != true else {
            throw EntraError.grantRevoked(
                grantedAt: grant.authenticatedAt,
                validFrom: person.signInSessionsValidFrom ?? platform.settings.now())
        }
        try client.checkAssignment(of: person, in: platform.database)
        guard person.secondFactorPhone == nil || grant.secondFactorAt != nil else {
            throw EntraError.secondFactorMissing(clientID: client.id)
        }
        return person
    }
}
