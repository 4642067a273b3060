// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import TenantDirectory

/// Resolves the scopes of a user flow: `openid`, the client's own id, or an API's URI followed by a permission.
///
/// Customers never see a consent page: the app gets the permissions that an administrator granted. Others are left out
/// without an error if one permission of the API remains.
struct UserFlowScopeResolution {
    let apps: [RegisteredApp]
    let client: RegisteredApp

    /// The real service's metadata has only the first, but it accepts the others: client libraries add them.
    private static let openIDConnect: Set = ["openid", "offline_access", "profile", "email"]

    private struct Permission {
        let api: RegisteredApp
        let name: String?
        let scope: String
    }

    func resolve(_ text: String) throws -> UserFlowScopes {
        if let character = text.unicodeScalars.first(where: { !Self.isLegal($0) }) {
            throw UserFlowError.illegalCharacter(character)
        }
        let asked = ScopeSet(text: text).scopes
        let standard = asked.filter(Self.openIDConnect.contains)
        let permissions = try asked.filter { !Self.openIDConnect.contains($0) }.map(permission)
        guard Set(permissions.map(\.api.id)).count <= 1 else { throw UserFlowError.severalResources(text) }
        guard !permissions.isEmpty || standard.contains("openid") else { throw UserFlowError.nothingAskedFor }
        let granted = permissions.filter(isGranted)
        guard granted.isEmpty == permissions.isEmpty else { throw UserFlowError.notPermitted(client) }
        let told = Set(standard + granted.map(\.scope))
        return UserFlowScopes(
            openIDConnect: standard, resource: granted.first?.api.id, permissions: granted.compactMap(\.name),
            text: asked.filter(told.contains).joined(separator: " "))
    }

    private func permission(_ scope: String) throws -> Permission {
        if scope.isSameSecret(as: client.id) {
            return Permission(api: client, name: nil, scope: scope)
        }
        guard let slash = scope.lastIndex(of: "/") else { throw UserFlowError.unknownScope(scope) }
        let (resource, name) = (scope[..<slash], String(scope[scope.index(after: slash)...]))
        guard let api = apps.first(where: { $0.isNamed(String(resource)) }) else {
            throw UserFlowError.unknownScope(scope)
        }
        guard !name.isEmpty else { throw UserFlowError.unsupportedScope(scope) }
        return Permission(api: api, name: name, scope: scope)
    }

    private func isGranted(_ permission: Permission) -> Bool {
        guard let name = permission.name else { return true }
        return permission.api.scopes.contains(name)
            && client.consentedScopes.contains("\(permission.api.id)/\(name)")
    }

    /// RFC 6749 §3.3, without the comma: apps often use it by mistake in place of a space.
    private static func isLegal(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ",", "\"", "\\": false
        case "\t", "\n", "\r", " "..."~": true
        default: false
        }
    }
}

extension RegisteredApp {
    fileprivate func isNamed(_ resource: String) -> Bool {
        guard !scopes.isEmpty else { return false }
        return id.isSameSecret(as: resource) || identifierURI?.isSameSecret(as: resource) == true
    }
}

package struct UserFlowScopes: Codable, Sendable, Hashable {
    package let openIDConnect: [String]
    /// The client id of the API that access tokens are for.
    package let resource: String?
    /// Permissions of that API; empty if the app requested its own client id.
    package let permissions: [String]
    /// The value of `scope` in responses, in the order of the request.
    package let text: String

    package init(openIDConnect: [String], resource: String?, permissions: [String], text: String) {
        (self.openIDConnect, self.resource, self.permissions, self.text) = (openIDConnect, resource, permissions, text)
    }

    package var wantsIDToken: Bool { openIDConnect.contains("openid") }
    package var wantsRefreshToken: Bool { openIDConnect.contains("offline_access") }
}
