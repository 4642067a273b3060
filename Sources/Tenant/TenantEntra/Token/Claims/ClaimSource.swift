// SPDX-License-Identifier: Apache-2.0
import JOSE
import TenantAuthorization
import TenantDirectory

/// What the tokens of one sign-in are made from.
struct ClaimSource: Sendable {
    let person: DirectoryPerson
    let home: Tenant
    let grant: Grant
    /// What the app asked for, at sign-in and now.
    let request: ClaimsParameter
    /// The groups that the person is in, by name.
    let groups: [DirectoryGroup]
    /// Who authenticated a guest, as `idp` says it; `nil` for people of the directory.
    let identityProvider: String?
    let keys: SigningKeys

    /// Looks everything up that a token could say of somebody.
    ///
    /// - Throws: ``EntraError`` (70000 if the person's directory is gone, 9000410).
    init(
        _ person: DirectoryPerson, grant: Grant, request: ClaimsParameter? = nil, platform: PlatformContext
    ) async throws {
        guard let home = try await platform.database.tenant(person.tenantID) else { throw EntraError.unknownGrant }
        self.person = person
        self.home = home
        self.grant = grant
        self.request = try request ?? ClaimsParameter(grant.claims)
        groups = try await platform.database.groups(of: person)
        identityProvider = try await platform.database.identityProvider(of: person)
        keys = platform.keys
    }

    /// Whether the person let the app have a scope of OpenID Connect itself.
    func hasScope(_ name: String) -> Bool { grant.scopes.contains { $0.apiID == nil && $0.value == name } }

    /// What assignments to an app may name: the person, and their groups.
    var principalIDs: Set<String> { Set(groups.map(\.id)).union([person.id]) }
}

extension TenantDatabase {
    /// Who authenticates a guest: the directory that their address belongs to, or nobody but their mailbox.
    fileprivate func identityProvider(of person: DirectoryPerson) async throws -> String? {
        guard person.userType == .guest else { return nil }
        guard let domain = person.mail?.split(separator: "@").last, let tenant = try await tenant(String(domain)),
            tenant.id != person.tenantID
        else { return "mail" }
        return tenant.kind == .consumers ? "live.com" : TokenIssuer.version1Issuer(of: tenant.id)
    }
}
