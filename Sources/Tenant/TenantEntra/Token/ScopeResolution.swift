// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
package import TenantDirectory

/// Resolves scopes: `openid`, a bare name of Microsoft Graph, or an API's URI or id followed by a name.
///
/// ``Consent`` decides whether they are granted.
package struct ScopeResolution {
    package let resources: ResourceNames
    package let tenantName: String

    package init(resources: ResourceNames, tenantName: String) {
        (self.resources, self.tenantName) = (resources, tenantName)
    }

    package func resolve(_ scopes: ScopeSet) throws -> [ResolvedScope] {
        guard !scopes.isEmpty else { throw EntraError.emptyScope }
        var known: Set<String> = []
        let resolved = try scopes.scopes.map { scope in
            ScopeSet.openIDConnect.contains(scope)
                ? ResolvedScope(apiID: nil, value: scope, text: scope) : try permission(scope)
        }
        // Names that differ only by case are the same.
        .filter { known.insert($0.text.lowercased()).inserted }
        if let standing = resolved.first(where: \.isDefault),
            resolved.contains(where: { $0.apiID != nil && !$0.isDefault })
        {
            throw EntraError.defaultScopeMixed(standing.text)
        }
        return resolved
    }

    private func permission(_ scope: String) throws -> ResolvedScope {
        let (resource, value) = Self.parts(of: scope)
        guard let api = api(named: resource) else {
            throw resource == nil
                ? EntraError.unknownScope(scope) : EntraError.unknownResource(resource ?? "", tenant: tenantName)
        }
        // An API with app roles only is for client credentials.
        guard !api.scopes.isEmpty else { throw EntraError.noDelegatedPermissions(resource ?? "", of: api) }
        let names = api.scopes + [ResolvedScope.defaultValue]
        guard let known = names.first(where: { $0.lowercased() == value.lowercased() }) else {
            throw EntraError.unknownScope(scope)
        }
        return ResolvedScope(apiID: api.id, value: known, text: "\(resource.map { "\($0)/" } ?? "")\(known)")
    }

    /// Refuses a `resource` (RFC 8707) other than the scopes' APIs, or Microsoft Graph; it has no other effect.
    func check(resource: String?, against scopes: [ResolvedScope]) throws {
        guard let resource else { return }
        let apis = Set(scopes.compactMap(\.apiID))
        guard let api = resources.api(named: resource), (apis.isEmpty ? [RegisteredApp.graphID] : apis).contains(api.id)
        else { throw EntraError.resourceMismatch }
    }

    private func api(named resource: String?) -> RegisteredApp? {
        resources.api(named: resource ?? RegisteredApp.graphID)
    }

    private static func parts(of scope: String) -> (resource: String?, value: String) {
        guard let slash = scope.lastIndex(of: "/") else { return (nil, scope) }
        return (String(scope[..<slash]), String(scope[scope.index(after: slash)...]))
    }
}
