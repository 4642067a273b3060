// SPDX-License-Identifier: Apache-2.0
import OAuth

/// Finds out what scopes mean: `openid`, a bare name of Microsoft Graph, or an API's URI or id with a name behind it.
struct ScopeResolution {
    let apps: [RegisteredApp]
    let client: RegisteredApp
    let tenantName: String

    /// The scopes that were asked for, each one known and consented to.
    ///
    /// - Throws: ``EntraError`` (500011, 65001, 70011).
    func resolve(_ scopes: ScopeSet) throws -> [ResolvedScope] {
        guard !scopes.isEmpty else { throw EntraError.emptyScope }
        return try scopes.scopes.flatMap { scope in
            ScopeSet.openIDConnect.contains(scope)
                ? [ResolvedScope(apiID: nil, value: scope, text: scope)] : try permissions(scope)
        }
    }

    private func permissions(_ scope: String) throws -> [ResolvedScope] {
        let (resource, value) = Self.parts(of: scope)
        guard let api = api(named: resource) else {
            throw resource == nil
                ? EntraError.unknownScope(scope) : EntraError.unknownResource(resource ?? "", tenant: tenantName)
        }
        let consented = api.scopes.filter { client.consentedScopes.contains("\(api.id)/\($0)") }
        if value == ".default" { return consented.map { resolved($0, of: api) } }
        guard let known = api.scopes.first(where: { $0.lowercased() == value.lowercased() }) else {
            throw EntraError.unknownScope(scope)
        }
        guard consented.contains(known) else { throw EntraError.consentMissing(client) }
        return [resolved(known, of: api)]
    }

    private func resolved(_ value: String, of api: RegisteredApp) -> ResolvedScope {
        ResolvedScope(apiID: api.id, value: value, text: "\(api.identifierURI ?? api.id)/\(value)")
    }

    private func api(named resource: String?) -> RegisteredApp? {
        guard let resource else { return apps.first { $0.id == RegisteredApp.graphID } }
        return apps.first { !$0.scopes.isEmpty && ($0.id == resource || $0.identifierURI == resource) }
    }

    /// The part before the last slash names the API.
    private static func parts(of scope: String) -> (resource: String?, value: String) {
        guard let slash = scope.lastIndex(of: "/") else { return (nil, scope) }
        return (String(scope[..<slash]), String(scope[scope.index(after: slash)...]))
    }
}
