// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import PageTemplates
import TenantAuthorization
import TenantControl
import TenantCustomers
import TenantDirectory
import TenantEntra
import TenantStandard

/// The home page: the people, apps and addresses of the platform.
struct HomePage {
    let tenant: Tenant
    let directories: [HomePageDirectory]
    let apps: [RegisteredApp]
    let issuer: String
    let metadataURL: String
    let graphURL: String
    let platformURL: String
    let content: HomePageContent
    /// The directory of customers, if there is one.
    let customers: HomePageCustomers?
    /// The automatic sign-ins: the page lists them, because the apps then show no sign-in pages.
    let automaticSignIns: [AutomaticSignIn]
    let standard: HomePageStandardProvider

    /// Whether the people of all directories have the password of the samples.
    private var hasSamplePassword: Bool { !directories.isEmpty && directories.allSatisfy(\.hasSamplePassword) }

    /// The values for the template.
    var values: PageValues {
        var values: PageValues = [
            "directoryName": tenant.displayName, "domain": tenant.domain,
            "issuer": issuer,
            "metadataURL": metadataURL,
            "graphURL": graphURL,
            "testAPI": platformURL + TenantPath.administration,
            "commands": content.commands,
            "myAppsPath": TenantPath.myApps,
            "directories": directories.map { $0.values(isPasswordShared: hasSamplePassword) },
            "apps": apps.filter { !$0.allRedirectURIs.isEmpty || !$0.isPublic }.map { app in
                [
                    "displayName": app.displayName, "clientID": app.id, "redirectURIs": app.allRedirectURIs,
                    "secrets": SampleApp.secret(of: app.id).map { [$0] } ?? [],
                ] as PageValues
            },
        ]
        values["automaticSignIns"] = [
            automaticSignIns.map { signIn in
                [
                    "app": apps.first { $0.id == signIn.clientID }?.displayName ?? signIn.clientID,
                    "person": signIn.person,
                ]
            }
        ].filter { !$0.isEmpty }.map { ["rules": $0] }
        values["tasksURL"] = content.tasksURL
        values["samplePassword"] = hasSamplePassword ? IdentityPlatform.samplePassword : nil
        values["customers"] = customers?.values
        values["standard"] = standard.values
        return values
    }
}

extension Pages {
    /// The home page as a response.
    func home(_ page: HomePage) -> Response { html("home", page.values, policy: .page()) }
}

/// The part of the home page for a directory and its people.
struct HomePageDirectory {
    let tenant: Tenant
    let excerpt: PeopleExcerpt
    /// Whether the people have the password of the samples.
    let hasSamplePassword: Bool

    /// The values for the template; the page leaves out the job columns if no person has a job.
    ///
    /// - Parameter isPasswordShared: Whether the page names the password once, for all directories.
    /// - Returns: The values.
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

/// The part of the home page for the directory of customers.
struct HomePageCustomers {
    private let tenant: Tenant
    private let customers: [Customer]
    private let metadataURL: String
    private let flows: [UserFlow]

    /// Finds the sample customers who still have the sample password; passwords of others are not known.
    ///
    /// It is `nil` in a tenant without a directory of customers.
    init?(of platform: PlatformContext) async throws {
        guard let tenant = try await platform.database.tenants().first(where: { $0.kind == .customers }) else {
            return nil
        }
        var kept: [Customer] = []
        for sample in try DirectorySeed().directories.flatMap({ $0.customers ?? [] }) {
            let customer = try await platform.customers(of: tenant).customer(id: sample.id)
            if let customer, platform.samples.isPasswordHash(customer.passwordHash) { kept.append(customer) }
        }
        self.tenant = tenant
        customers = kept
        // The page uses query addresses, for which the sample app of 2016 was written.
        flows = try await platform.database.userFlows(of: tenant.id).filter { $0.service == .azureADB2C }
        let first = flows.first { $0.isNamed(SampleApp.signUpOrSignInFlow) } ?? flows.first
        metadataURL =
            first.map { flow in
                ResolvedUserFlow(
                    tenant: tenant, directoryName: tenant.domain, flow: flow, shape: .query,
                    dialect: AzureADB2C(platform: platform)
                )
                .url(.metadata, at: platform.baseURL)
            } ?? ""
    }

    /// The values for the template.
    var values: PageValues {
        [
            "customerPassword": IdentityPlatform.samplePassword, "directoryName": tenant.displayName,
            "domain": tenant.domain, "flows": flows.map(\.name), "flowMetadataURL": metadataURL,
            "samples": customers.map { ["displayName": $0.displayName, "email": $0.email] },
        ]
    }
}

/// The part of the home page for the standard provider.
struct HomePageStandardProvider {
    private let issuer: String
    private let metadataURL: String

    init(of provider: StandardProvider) {
        issuer = provider.issuer
        metadataURL = provider.url(.metadata)
    }

    /// The values for the template.
    var values: PageValues {
        [
            "issuer": issuer, "standardMetadataURL": metadataURL,
            "clients": StandardSampleClient.all.filter { !$0.metadata.redirectURIs.isEmpty }.map { client in
                ["displayName": client.name, "clientID": client.id]
            },
            "nativeID": StandardSampleClient.nativeID,
        ]
    }
}
