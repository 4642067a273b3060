// SPDX-License-Identifier: Apache-2.0
import HTTPServing
package import PortableFoundation
import TenantAuthorization
package import TenantDirectory

/// The permissions that a person gave an app: the code, the refresh token and all later tokens carry them.
package struct Grant: Codable, Sendable, Hashable {
    package let clientID: String
    package let personID: String
    /// The scopes granted at sign-in, in the order of the request, as ``ResolvedScope`` writes them.
    package var scopes: [ResolvedScope]
    package let authenticatedAt: Date
    /// The time of the second factor; `nil` if the person gave none.
    package var secondFactorAt: Date?
    /// The person's browser session, as ``BrowserSessions`` names it; `nil` for devices.
    var sessionID: String?
    /// The claims that the app requested, as JSON. OpenID Connect Core §5.5
    var claims: String?
    /// Whether the code went to a single-page app, so that only a page in a browser may use the resulting tokens.
    var isSinglePage: Bool?
    /// The fixed end of the refresh tokens of a single-page app; `nil` for other apps.
    var refreshTokensEndAt: Date?
    /// Whether the grant was revoked; it is kept so that its client gets the reason.
    var isRevoked: Bool?
}

extension Grant {
    package init(clientID: String, personID: String, scopes: [ResolvedScope], signedInAt: Date) {
        self.init(clientID: clientID, personID: personID, scopes: scopes, authenticatedAt: signedInAt)
    }
}

/// Judges at each use whether a grant is still valid: people are disabled, sessions are revoked, app assignments are
/// removed.
struct GrantJudge: Sendable {
    let platform: PlatformContext

    /// The person of a grant, if the grant is valid for a request.
    ///
    /// - Throws: ``EntraError`` (70000, 50020, 50057, 50173, 50105, 50076).
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
        try await AppAssignment(platform: platform).judge(person, at: client)
        guard person.secondFactorPhone == nil || grant.secondFactorAt != nil else {
            throw EntraError.secondFactorMissing(clientID: client.id)
        }
        return person
    }
}
