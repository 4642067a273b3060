// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import HTTPTypes
import JOSE
import TenantAuthorization
import TenantDirectory

/// Authenticates the callers of Graph.
///
/// The tenant validates tokens with its own code, independent of the client library.
struct GraphDoor: Sendable {
    let platform: PlatformContext

    /// The caller of a request, from its access token.
    ///
    /// - Throws: ``GraphFault`` (401).
    func caller(of fields: HTTPFields) async throws -> GraphCaller {
        let claims = try claims(of: fields, for: [RegisteredApp.graphID])
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
        let now = platform.settings.now().timeIntervalSince1970
        guard let expiry = claims["exp"]?.double, expiry > now else {
            throw GraphFault.badToken("Lifetime validation failed, the token is expired.")
        }
        guard let start = claims["nbf"]?.double, start <= now + Self.skew else {
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
        let names = scopes.split(separator: " ").map(String.init)
        return GraphCaller(
            person: person, tenant: tenant, permissions: Set(names.compactMap(GraphPermission.init)),
            clientID: claims["appid"]?.string ?? claims["azp"]?.string, scopes: Set(names))
    }

    /// An app that calls for itself; it has its assigned permissions, and no profile.
    private func app(_ claims: [String: JSONValue], of tenant: Tenant) -> GraphCaller {
        let roles = (claims["roles"]?.array ?? []).compactMap(\.string).compactMap(GraphPermission.init)
        return GraphCaller(person: nil, tenant: tenant, permissions: Set(roles))
    }

    private static let skew: TimeInterval = 300

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
