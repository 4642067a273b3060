// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import JSONWebSignatures
import PortableFoundation
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

/// Validates tokens with the tenant's own code, independent of the client library.
struct GraphAuthenticator: Sendable {
    let platform: PlatformContext

    func caller(of fields: HTTPFields, takesAzureTokens: Bool = false) async throws -> GraphCaller {
        let claims = try claims(of: fields, for: takesAzureTokens ? Self.audiences : [RegisteredApp.graphID])
        let isForAzure = claims["aud"]?.string != RegisteredApp.graphID
        guard !isForAzure || (claims["appid"] ?? claims["azp"])?.string == RegisteredApp.azureCLIID else {
            throw GraphFault.badToken("Access token validation failure. Invalid audience.")
        }
        let tenant = try await tenant(of: claims)
        if let clientID = claims["appid"]?.string ?? claims["azp"]?.string { RefusalNote.about(app: clientID) }
        return claims["idtyp"]?.string == "app"
            ? app(claims, of: tenant) : try await signedIn(claims, of: tenant)
    }

    func claims(of fields: HTTPFields, for audiences: Set<String>) throws -> [String: JSONValue] {
        let claims = try self.claims(of: try token(in: fields))
        guard let audience = claims["aud"]?.string, audiences.contains(audience) else {
            throw GraphFault.badToken("Access token validation failure. Invalid audience.")
        }
        let now = platform.settings.now()
        guard let expiry = claims["exp"]?.numericDate, expiry > now else {
            throw GraphFault.badToken("Lifetime validation failed, the token is expired.")
        }
        guard let start = claims["nbf"]?.numericDate, start <= now + Self.skew else {
            throw GraphFault.badToken("Access token has expired or is not yet valid.")
        }
        return claims
    }

    func tenant(of claims: [String: JSONValue]) async throws -> Tenant {
        guard let id = claims["tid"]?.string, let tenant = try await platform.database.tenant(id) else {
            throw GraphFault.badToken("Access token validation failure.")
        }
        return tenant
    }

    private func signedIn(_ claims: [String: JSONValue], of tenant: Tenant) async throws -> GraphCaller {
        guard let scopes = claims["scp"]?.string, let id = claims["oid"]?.string,
            let person = try await platform.database.person(id, in: tenant.id)
        else { throw GraphFault.badToken("Access token validation failure.") }
        RefusalNote.about(person: person.userPrincipalName)
        if claims["xms_cc"]?.array?.contains(where: { $0.string?.lowercased() == "cp1" }) == true,
            let issuedAt = claims["iat"]?.numericDate, case .revoked(let time)? = person.end(ofGrantFrom: issuedAt)
        {
            throw GraphFault.revoked(before: time)
        }
        let names = scopes.split(separator: " ").map(String.init)
        // The only permission of Azure Resource Manager stands for those that the Azure CLI has at Graph.
        let isForAzure = claims["aud"]?.string != RegisteredApp.graphID
        let permissions = isForAzure ? BuiltInApp.commandLinePermissions : names.compactMap(GraphPermission.init)
        return GraphCaller(
            person: person, tenant: tenant, permissions: Set(permissions),
            clientID: claims["appid"]?.string ?? claims["azp"]?.string, scopes: Set(names))
    }

    private func app(_ claims: [String: JSONValue], of tenant: Tenant) -> GraphCaller {
        let roles = (claims["roles"]?.array ?? []).compactMap(\.string).compactMap(GraphPermission.init)
        return GraphCaller(person: nil, tenant: tenant, permissions: Set(roles))
    }

    private static let skew: TimeInterval = 300

    /// `az rest` chooses a token by the host, which Graph and Azure share here; Graph accepts only
    /// Azure tokens of the Azure CLI.
    static let audiences: Set = [
        RegisteredApp.graphID, RegisteredApp.resourceManagerID, "https://management.azure.com",
        "https://management.core.windows.net",
    ]

    private func token(in fields: HTTPFields) throws -> String {
        guard let token = fields.bearerToken else { throw GraphFault.badToken("Access token is empty.") }
        guard token.contains(".") else {
            throw GraphFault.badToken("IDX14100: JWT is not well formed, there are no dots (.)")
        }
        return token
    }

    private func claims(of token: String) throws -> [String: JSONValue] {
        do {
            let unverified = try UnverifiedJWS(token, accepting: [.rs256])
            guard let key = platform.keys.publicKey(for: unverified.header) else {
                throw GraphFault.badToken("Access token validation failure. Signature validation failed.")
            }
            return try StrictJSON.object(in: try unverified.verified(with: key).payload)
        } catch is JOSEError {
            throw GraphFault.badToken("Access token validation failure. Signature validation failed.")
        }
    }
}

struct GraphCaller: Sendable {
    /// `nil` if an app calls for itself.
    let person: DirectoryPerson?
    /// The caller never sees people of another directory.
    let tenant: Tenant
    let permissions: Set<GraphPermission>
    var clientID: String?
    /// The whole `scp`, including scopes that Graph does not define.
    var scopes: Set<String> = []
    /// Shared by the parts of a batch.
    var budget: QueryBudget?

    private var readsEverything: Bool { !permissions.isDisjoint(with: [.all, .directory, .directoryAsPerson]) }

    func signedIn() throws -> DirectoryPerson {
        guard let person else { throw GraphFault.notDelegated }
        guard !permissions.isEmpty else { throw GraphFault.insufficientPrivileges }
        return person
    }

    /// Rejects personal accounts and customers, who must not see each other.
    func requireDirectory() throws {
        switch tenant.kind {
        case .organization: return
        case .consumers: throw GraphFault.personalAccount
        case .customers: guard person == nil else { throw GraphFault.insufficientPrivileges }
        }
    }

    /// Called before the search for a person, so that the response does not reveal which people exist.
    func requireOthers() throws {
        guard readsEverything || permissions.contains(.basicOfAll) else { throw GraphFault.insufficientPrivileges }
    }

    func requireRelations(of other: DirectoryPerson) throws {
        guard readsEverything || other.id == person?.id else { throw GraphFault.insufficientPrivileges }
    }

    func requireGroups() throws {
        guard !permissions.isDisjoint(with: [.groupMembers, .groups, .directory, .directoryAsPerson]) else {
            throw GraphFault.insufficientPrivileges
        }
    }

    /// People may revoke their own sessions; others' need an administrator, or an app with the permission.
    func requireRevoking(of other: String) throws {
        if let person, person.isNamed(other) { return }
        guard permissions.contains(.revokeSessions), person?.isAdministrator ?? true else {
            throw GraphFault.insufficientPrivileges
        }
    }

    /// At least the ID; `nil` means all.
    func readableMemberProperties(of other: DirectoryPerson) -> Set<String>? {
        if readsEverything || other.id == person?.id { return nil }
        return permissions.contains(.basicOfAll) ? UserResource.basicProperties : ["id"]
    }

    /// Rejects a filter or an order that would reveal properties that the caller may not read.
    func requireDeciding(by properties: Set<String>) throws {
        guard readsEverything || properties.isSubset(of: UserResource.basicProperties) else {
            throw GraphFault.insufficientPrivileges
        }
    }

    func readableProperties(of other: DirectoryPerson) -> Set<String>? {
        readsEverything || other.id == person?.id ? nil : UserResource.basicProperties
    }
}
