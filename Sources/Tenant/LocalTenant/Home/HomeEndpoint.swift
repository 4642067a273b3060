// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird

/// The page that `tessera demo` names, and the style sheet.
struct HomeEndpoint: Sendable {
    let platform: IdentityPlatform

    func add(to router: Router<ServingContext>) {
        router.get("/") { _, _ in
            let tenant = try await platform.tenant()
            return platform.pages.home(
                HomePage(
                    tenant: tenant, directories: try await directories(),
                    apps: try await platform.database.apps().filter { !$0.isBuiltIn },
                    issuer: platform.issuer(tenant.id),
                    metadataURL: platform.metadataURL(tenant.id), graphURL: platform.graphURL,
                    platformURL: platform.baseURL, hasSamplePassword: try DirectorySeed.isSamplePassword(of: tenant),
                    content: platform.home, customers: try await HomePageCustomers(of: platform),
                    automaticSignIns: try await platform.automaticSignIns.all(),
                    standard: HomePageStandardProvider(of: platform.standardProvider)))
        }
        router.get(RouterPath(StyleSheet.path)) { _, _ in StyleSheet.response }
    }

    /// The directories with people whose password everybody knows; customers have their own part of the page.
    private func directories() async throws -> [HomePageDirectory] {
        let tenants = try await platform.database.tenants().filter { $0.kind != .customers }
        let people = Dictionary(grouping: try await platform.database.people(of: tenants), by: \.tenantID)
        return tenants.compactMap { tenant in
            people[tenant.id].map { HomePageDirectory(tenant: tenant, people: $0) }
        }
    }
}
