// SPDX-License-Identifier: Apache-2.0
import HTTPServing

/// A scope of OpenID Connect itself, or a permission of an API.
package struct ResolvedScope: Codable, Sendable, Hashable {
    /// `nil` for scopes of OpenID Connect itself.
    package let apiID: String?
    /// Without the API.
    package let value: String
    /// The scope in responses, written as in the request, by which client libraries look up their tokens.
    package let text: String

    package init(apiID: String?, value: String, text: String) {
        (self.apiID, self.value, self.text) = (apiID, value, text)
    }

    /// The name in the consent table: an API can change its URI, but not its ID.
    package var permission: String { apiID.map { "\($0)/\(value)" } ?? value }

    package var isDefault: Bool { apiID != nil && value == Self.defaultValue }

    /// Stands for all permissions of an API that have consent.
    package static let defaultValue = ".default"

    package func sibling(_ other: String) -> ResolvedScope {
        ResolvedScope(apiID: apiID, value: other, text: text.dropLast(value.count) + other)
    }
}

/// Finds an API by its client ID, its URI, or an address at which this tenant serves it.
package struct ResourceNames: Sendable {
    /// Azure Resource Manager's other name, which the Azure CLI uses.
    private static let otherNames = ["https://management.core.windows.net": RegisteredApp.resourceManagerID]

    package let apps: [RegisteredApp]
    /// The tenant's own addresses, at which it serves Microsoft Graph.
    package var origins: Set<String> = []

    package init(apps: [RegisteredApp], origins: Set<String> = []) { (self.apps, self.origins) = (apps, origins) }

    /// Accepts `https://graph.microsoft.com//.default`, and apps that have only app roles.
    package func api(named name: String) -> RegisteredApp? {
        let name = Self.bare(name)
        let id = origins.contains(name) ? RegisteredApp.graphID : Self.otherNames[name] ?? name.lowercased()
        return apps.first { $0.id == id || $0.identifierURI.map(Self.bare) == name }
    }

    private static func bare(_ name: String) -> String { name.hasSuffix("/") ? String(name.dropLast()) : name }
}

extension String {
    /// `NQSCHAR`: printable ASCII without quotes and backslashes, also valid in a header field. RFC 6749, appendix A
    package var isNQSCHARText: Bool {
        utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
}
