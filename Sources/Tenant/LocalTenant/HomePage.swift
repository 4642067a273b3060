// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import PageTemplates
import TenantAuthorization
import TenantControl
import TenantCustomers
import TenantDirectory
import TenantEntra
import TenantStandard
import TenantTesting

package struct HomePageContent: Sendable {
    package var tasksURL: String?
    package var commands: [String]

    package init(tasksURL: String? = nil, commands: [String] = []) {
        (self.tasksURL, self.commands) = (tasksURL, commands)
    }
}

struct HomePage: Sendable {
    let platform: IdentityPlatform

    private var context: PlatformContext { platform.context }

    func add(to router: Router<ServingContext>) {
        router.get("/") { _, _ in context.pages.html("home", try await values(), policy: .page()) }
        router.get(RouterPath(StyleSheet.path)) { _, _ in StyleSheet.response }
    }

    private func values() async throws -> PageValues {
        let tenant = try await context.tenant()
        let apps = try await context.database.apps().filter { !$0.isBuiltIn }
        let directories = try await directories()
        let hasSamplePassword = !directories.isEmpty && directories.allSatisfy(\.hasSamplePassword)
        var values: PageValues = [
            "directoryName": tenant.displayName, "domain": tenant.domain, "issuer": context.issuer(tenant.id),
            "metadataURL": context.metadataURL(tenant.id), "graphURL": context.graphURL,
            "testAPI": context.baseURL + TenantPath.administration, "commands": platform.home.commands,
            "myAppsPath": TenantPath.myApps,
            "directories": directories.map { $0.values(isPasswordShared: hasSamplePassword) },
            "apps": apps.filter { !$0.allRedirectURIs.isEmpty || !$0.isPublic }.map { app in
                [
                    "displayName": app.displayName, "clientID": app.id, "redirectURIs": app.allRedirectURIs,
                    "secrets": SampleApp.secret(of: app.id).map { [$0] } ?? [],
                ] as PageValues
            },
            "standard": standard,
        ]
        // These apps show no sign-in pages.
        let rules = try await context.automaticSignIns.all().map { signIn in
            [
                "app": apps.first { $0.id == signIn.clientID }?.displayName ?? signIn.clientID,
                "person": signIn.person,
            ]
        }
        values["automaticSignIns"] = rules.isEmpty ? [] : [["rules": rules]]
        values["tasksURL"] = platform.home.tasksURL
        values["samplePassword"] = hasSamplePassword ? IdentityPlatform.samplePassword : nil
        values["customers"] = try await customers()
        return values
    }

    private func directories() async throws -> [HomePageDirectory] {
        var directories: [HomePageDirectory] = []
        for tenant in try await context.database.tenants() where tenant.kind != .customers {
            let excerpt = try await context.database.excerpt(of: [tenant])
            if excerpt.people.isEmpty { continue }
            directories.append(
                HomePageDirectory(
                    tenant: tenant, excerpt: excerpt,
                    hasSamplePassword: context.samples.isPasswordHash(tenant.passwordHash)))
        }
        return directories
    }

    private func customers() async throws -> PageValues? {
        guard let tenant = try await context.database.tenants().first(where: { $0.kind == .customers }) else {
            return nil
        }
        var kept: [Customer] = []
        for sample in try DirectorySeed().directories.flatMap({ $0.customers ?? [] }) {
            let customer = try await context.customers(of: tenant).customer(id: sample.id)
            if let customer, context.samples.isPasswordHash(customer.passwordHash) { kept.append(customer) }
        }
        // With the flow in the query, as the sample app of 2016 expects.
        let flows = try await context.database.userFlows(of: tenant.id).filter { $0.service == .azureADB2C }
        let first = flows.first { $0.isNamed(SampleApp.signUpOrSignInFlow) } ?? flows.first
        let metadataURL = first.map { flow in
            ResolvedUserFlow(
                tenant: tenant, directoryName: tenant.domain, flow: flow, shape: .query,
                dialect: AzureADB2C(platform: context)
            )
            .url(.metadata, at: context.baseURL)
        }
        return [
            "customerPassword": IdentityPlatform.samplePassword, "directoryName": tenant.displayName,
            "domain": tenant.domain, "flows": flows.map(\.name), "flowMetadataURL": metadataURL ?? "",
            "samples": kept.map { ["displayName": $0.displayName, "email": $0.email] },
        ]
    }

    private var standard: PageValues {
        [
            "issuer": platform.standardProvider.issuer,
            "standardMetadataURL": platform.standardProvider.url(.metadata),
            "clients": StandardSampleClient.all.filter { !$0.metadata.redirectURIs.isEmpty }.map { client in
                ["displayName": client.name, "clientID": client.id]
            },
            "nativeID": StandardSampleClient.nativeID,
        ]
    }
}

private struct HomePageDirectory {
    let tenant: Tenant
    let excerpt: PeopleExcerpt
    let hasSamplePassword: Bool

    func values(isPasswordShared: Bool) -> PageValues {
        let people = excerpt.people
        var values: PageValues = [
            "id": "people-of-\(tenant.id)", "name": tenant.displayName, "domain": tenant.domain, "kind": kind,
            "people": people.map { PersonEntry($0).values },
            "haveJobs": people.contains { $0.jobTitle != nil || $0.department != nil },
        ]
        values["others"] = excerpt.others
        values["ownPassword"] = hasSamplePassword && !isPasswordShared ? IdentityPlatform.samplePassword : nil
        return values
    }

    private var kind: String {
        switch tenant.kind {
        case .organization: "Work accounts of an organization"
        case .consumers: "Personal accounts"
        case .customers: "Customer accounts"
        }
    }
}
