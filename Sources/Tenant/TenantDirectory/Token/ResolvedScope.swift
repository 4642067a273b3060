// SPDX-License-Identifier: Apache-2.0
import HTTPServing

/// A resolved scope: one of OpenID Connect itself, or a permission of an API.
package struct ResolvedScope: Codable, Sendable, Hashable {
    /// The API's client id; `nil` for scopes of OpenID Connect itself.
    package let apiID: String?
    /// The scope's own name, without the API.
    package let value: String
    /// The scope in responses: with the API in front as in the request, or bare.
    ///
    /// Client libraries look up their tokens by the scope of the request.
    package let text: String

    package init(apiID: String?, value: String, text: String) {
        (self.apiID, self.value, self.text) = (apiID, value, text)
    }

    /// The scope's name in the consent table: an API can change its URI, but not its id.
    package var permission: String { apiID.map { "\($0)/\(value)" } ?? value }

    /// Whether it stands for all permissions of the API that have consent.
    package var isDefault: Bool { apiID != nil && value == Self.defaultValue }

    /// The name that stands for all permissions that have consent.
    package static let defaultValue = ".default"

    /// Another permission of the same API.
    package func sibling(_ other: String) -> ResolvedScope {
        ResolvedScope(apiID: apiID, value: other, text: text.dropLast(value.count) + other)
    }
}

/// Finds the API that a scope names: by its client id, its URI, or an address at which this tenant serves it.
package struct ResourceNames: Sendable {
    /// Azure Resource Manager's other name, which the Azure CLI uses.
    private static let otherNames = ["https://management.core.windows.net": RegisteredApp.resourceManagerID]

    package let apps: [RegisteredApp]
    /// The tenant's own addresses, at which it serves Microsoft Graph.
    package var origins: Set<String> = []

    package init(apps: [RegisteredApp], origins: Set<String> = []) {
        (self.apps, self.origins) = (apps, origins)
    }

    /// The API with a name, with or without a slash at its end: `https://graph.microsoft.com//.default` is valid too.
    ///
    /// Every app can be an API: one with app roles alone is an API for daemons.
    package func api(named name: String) -> RegisteredApp? {
        let name = Self.bare(name)
        let id = origins.contains(name) ? RegisteredApp.graphID : Self.otherNames[name] ?? name.lowercased()
        return apps.first { $0.id == id || $0.identifierURI.map(Self.bare) == name }
    }

    private static func bare(_ name: String) -> String { name.hasSuffix("/") ? String(name.dropLast()) : name }
}

extension String {
    /// Whether it can be a scope or an error text: `NQSCHAR`, printable ASCII without quotes and backslashes.
    ///
    /// RFC 6749, appendix A; such a text is also valid in a header field.
    package var isNQSCHARText: Bool {
        utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
}
