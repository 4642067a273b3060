// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import JSONWebSignatures
import PortableFoundation
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

/// Authenticates the callers of Graph.
///
/// The tenant validates tokens with its own code, independent of the client library.
struct GraphAuthenticator: Sendable {
    let platform: PlatformContext

    /// The caller of a request, from its access token.
    ///
    /// - Throws: ``GraphFault`` (401).
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

    /// The claims of a request's token, if it is valid now and for one of these audiences.
    ///
    /// - Throws: ``GraphFault`` (401).
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

    /// The directory in the `tid` of a token.
    ///
    /// - Throws: ``GraphFault`` (401).
    func tenant(of claims: [String: JSONValue]) async throws -> Tenant {
        guard let id = claims["tid"]?.string, let tenant = try await platform.database.tenant(id) else {
            throw GraphFault.badToken("Access token validation failure.")
        }
        return tenant
    }

    /// A person who signed in to an app; the app has the permissions with consent.
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

    /// An app that calls for itself; it has its assigned permissions, and no profile.
    private func app(_ claims: [String: JSONValue], of tenant: Tenant) -> GraphCaller {
        let roles = (claims["roles"]?.array ?? []).compactMap(\.string).compactMap(GraphPermission.init)
        return GraphCaller(person: nil, tenant: tenant, permissions: Set(roles))
    }

    private static let skew: TimeInterval = 300

    /// The names of Graph and of Azure Resource Manager, which have one host here.
    ///
    /// `az rest` chooses the token by the host. Graph takes a token for Azure from the Azure CLI alone.
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

/// The person and app that call Graph, and their permissions.
struct GraphCaller: Sendable {
    /// The person who is signed in; `nil` if an app calls for itself.
    let person: DirectoryPerson?
    /// The directory of the caller, who never sees people of another one.
    let tenant: Tenant
    let permissions: Set<GraphPermission>
    /// The app that calls.
    var clientID: String?
    /// All scopes in the token's `scp`, including those that Graph itself does not know.
    var scopes: Set<String> = []
    /// The limit of the work for the request, which the parts of a batch share.
    var budget: QueryBudget?

    /// Whether the caller may read all properties of all people.
    private var readsEverything: Bool { !permissions.isDisjoint(with: [.all, .directory, .directoryAsPerson]) }

    /// The person at `/me`.
    ///
    /// - Throws: ``GraphFault``: (400) for an app that calls for itself, (403) without a permission of Graph.
    func signedIn() throws -> DirectoryPerson {
        guard let person else { throw GraphFault.notDelegated }
        guard !permissions.isEmpty else { throw GraphFault.insufficientPrivileges }
        return person
    }

    /// Refuses people with personal accounts, and customers: they must not see each other.
    ///
    /// - Throws: ``GraphFault`` (400, 403).
    func requireDirectory() throws {
        switch tenant.kind {
        case .organization: return
        case .consumers: throw GraphFault.personalAccount
        case .customers: guard person == nil else { throw GraphFault.insufficientPrivileges }
        }
    }

    /// Refuses a caller without permission to read other people.
    ///
    /// It is checked before the search for a person: the response must not reveal which people exist.
    ///
    /// - Throws: ``GraphFault`` (403).
    func requireOthers() throws {
        guard readsEverything || permissions.contains(.basicOfAll) else { throw GraphFault.insufficientPrivileges }
    }

    /// Refuses a caller without permission to read a person's manager and reports.
    ///
    /// - Throws: ``GraphFault`` (403).
    func requireRelations(of other: DirectoryPerson) throws {
        guard readsEverything || other.id == person?.id else { throw GraphFault.insufficientPrivileges }
    }

    /// Refuses a caller without permission to read groups and their members.
    ///
    /// - Throws: ``GraphFault`` (403).
    func requireGroups() throws {
        guard !permissions.isDisjoint(with: [.groupMembers, .groups, .directory, .directoryAsPerson]) else {
            throw GraphFault.insufficientPrivileges
        }
    }

    /// Refuses a caller without permission to revoke a person's sessions: people may revoke their own; for others, it
    /// needs an administrator or an app with the permission.
    ///
    /// - Throws: ``GraphFault`` (403).
    func requireRevoking(of other: String) throws {
        if let person, person.isNamed(other) { return }
        guard permissions.contains(.revokeSessions), person?.isAdministrator ?? true else {
            throw GraphFault.insufficientPrivileges
        }
    }

    /// The properties of a group member that the caller may read: at least the id; `nil` means all.
    func readableMemberProperties(of other: DirectoryPerson) -> Set<String>? {
        if readsEverything || other.id == person?.id { return nil }
        return permissions.contains(.basicOfAll) ? UserResource.basicProperties : ["id"]
    }

    /// Refuses a filter or an order that would reveal properties that the caller may not read.
    ///
    /// - Throws: ``GraphFault`` (403).
    func requireDeciding(by properties: Set<String>) throws {
        guard readsEverything || properties.isSubset(of: UserResource.basicProperties) else {
            throw GraphFault.insufficientPrivileges
        }
    }

    /// The properties of a person that the caller may read; `nil` means all.
    func readableProperties(of other: DirectoryPerson) -> Set<String>? {
        readsEverything || other.id == person?.id ? nil : UserResource.basicProperties
    }
}
