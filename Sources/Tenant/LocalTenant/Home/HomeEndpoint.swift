// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import TenantAuthorization
import TenantDirectory
import TenantTesting

/// The home page of the platform, and the style sheet.
struct HomeEndpoint: Sendable {
    let platform: IdentityPlatform

    func add(to router: Router<ServingContext>) {
        let (context, standardProvider) = (platform.context, platform.standardProvider)
        router.get("/") { _, _ in
            let tenant = try await context.tenant()
            return context.pages.home(
                HomePage(
                    tenant: tenant, directories: try await directories(),
                    apps: try await context.database.apps().filter { !$0.isBuiltIn },
                    issuer: context.issuer(tenant.id),
                    metadataURL: context.metadataURL(tenant.id), graphURL: context.graphURL,
                    platformURL: context.baseURL, content: platform.home,
                    customers: try await HomePageCustomers(of: context),
                    automaticSignIns: try await context.automaticSignIns.all(),
                    standard: HomePageStandardProvider(of: standardProvider)))
        }
        router.get(RouterPath(StyleSheet.path)) { _, _ in StyleSheet.response }
    }

    /// All directories with people; customers have their own part of the page.
    private func directories() async throws -> [HomePageDirectory] {
        let (database, samples) = (platform.context.database, platform.context.samples)
        let tenants = try await database.tenants().filter { $0.kind != .customers }
        var directories: [HomePageDirectory] = []
        for tenant in tenants {
            let excerpt = try await database.excerpt(of: [tenant])
            if excerpt.people.isEmpty { continue }
            directories.append(
                HomePageDirectory(
                    tenant: tenant, excerpt: excerpt, hasSamplePassword: samples.isPasswordHash(tenant.passwordHash)))
        }
        return directories
    }
}

/// The content of the home page besides the people.
package struct HomePageContent: Sendable {
    /// The address of the task API, if one runs.
    package var tasksURL: String?
    /// Commands to try next.
    package var commands: [String]

    /// Creates content; without values, the page shows people and addresses only.
    package init(tasksURL: String? = nil, commands: [String] = []) {
        (self.tasksURL, self.commands) = (tasksURL, commands)
    }
}
