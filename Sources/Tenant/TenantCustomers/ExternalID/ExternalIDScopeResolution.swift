// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantDirectory
import TenantEntra

/// Resolves scopes at External ID, by the rules of Entra ID.
///
/// Customers are never asked for consent: an administrator has granted a permission to the app, or it is refused.
struct ExternalIDScopeResolution {
    let apps: [RegisteredApp]
    let client: RegisteredApp
    /// The directory's id.
    let tenantName: String

    private var consent: Consent { Consent(registered: Set(client.consentedScopes)) }

    /// Resolves the requested scopes.
    ///
    /// - Parameters:
    ///   - text: The request's `scope`.
    ///   - severalResources: Whether scopes of several APIs are allowed together; the token is for the first one.
    ///   - granted: The OpenID Connect scopes that were granted at sign-in; others are left out. `nil` at sign-in.
    /// - Returns: The resolved scopes, with `.default` expanded.
    /// - Throws: ``EntraError`` (28000, 28003, 500011, 65001, 70011).
    func resolve(_ text: String, severalResources: Bool, among granted: [String]? = nil) throws -> UserFlowScopes {
        let asked = try ScopeResolution(resources: ResourceNames(apps: apps), tenantName: tenantName)
            .resolve(ScopeSet(text: text))
            .filter { $0.apiID != nil || granted?.contains($0.value) ?? true }
        guard asked.allSatisfy({ $0.apiID == nil || consent.covers($0) }) else {
            throw EntraError.consentMissing(client)
        }
        let scopes = consent.expanding(asked)
        let permissions = scopes.filter { $0.apiID != nil }
        let apiID = permissions.first?.apiID
        guard severalResources || permissions.allSatisfy({ $0.apiID == apiID }) else {
            throw EntraError.severalResources
        }
        let (own, standard) = (permissions.filter { $0.apiID == apiID }, scopes.filter { $0.apiID == nil })
        return UserFlowScopes(
            openIDConnect: standard.map(\.value), resource: apiID,
            permissions: own.filter { !$0.isDefault }.map(\.value),
            text: (own + standard).map(\.text).joined(separator: " "))
    }

    /// Refuses permissions that were granted at sign-in and withdrawn since.
    ///
    /// - Throws: ``EntraError`` (65001).
    func check(_ scopes: UserFlowScopes) throws {
        guard let resource = scopes.resource else { return }
        guard scopes.permissions.allSatisfy({ consent.registered.contains("\(resource)/\($0)") }) else {
            throw EntraError.consentMissing(client)
        }
    }
}
