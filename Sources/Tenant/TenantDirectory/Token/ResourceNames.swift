// SPDX-License-Identifier: Apache-2.0
import HTTPServing

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
