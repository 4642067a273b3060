// SPDX-License-Identifier: Apache-2.0
import JOSE
import TenantAuthorization
import TenantDirectory

/// The source of all claims for the tokens of one sign-in.
struct ClaimSource: Sendable {
    let person: DirectoryPerson
    let home: Tenant
    let grant: Grant
    /// The app's claims requests, at sign-in and now.
    let request: ClaimsParameter
    /// The groups that the person is in, by name.
    let groups: [DirectoryGroup]
    /// The identity provider of a guest, as in `idp`; `nil` for people of the directory.
    let identityProvider: String?
    let keys: SigningKeys

    /// Loads all data that a token could state about a person.
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

    /// Whether the person granted the app a scope of OpenID Connect itself.
    func hasScope(_ name: String) -> Bool { grant.scopes.contains { $0.apiID == nil && $0.value == name } }

    /// The ids that assignments to an app may name: the person's, and those of their groups.
    var principalIDs: Set<String> { Set(groups.map(\.id)).union([person.id]) }
}

extension TenantDatabase {
    /// The identity provider of a guest: the directory of their e-mail domain, or `mail`.
    fileprivate func identityProvider(of person: DirectoryPerson) async throws -> String? {
        guard person.userType == .guest else { return nil }
        guard let domain = person.mail?.split(separator: "@").last, let tenant = try await tenant(String(domain)),
            tenant.id != person.tenantID
        else { return "mail" }
        return tenant.kind == .consumers ? "live.com" : TokenIssuer.version1Issuer(of: tenant.id)
    }
}
