// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import TenantAuthorization
import TenantDirectory

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
