// SPDX-License-Identifier: Apache-2.0
import TenantAuthorization
import TenantCustomers
import TenantDirectory

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
            if let customer, customer.passwordHash == sample.passwordHash { kept.append(customer) }
        }
        self.tenant = tenant
        customers = kept
        // The page uses query addresses, for which the sample app of 2016 was written.
        flows = try await platform.database.userFlows(of: tenant.id).filter { $0.service == .azureADB2C }
        let first = flows.first { $0.isNamed(SampleApp.signUpOrSignInFlow) } ?? flows.first
        metadataURL =
            first.map { flow in
                UserFlowPlace(tenant: tenant, directoryName: tenant.domain, flow: flow, shape: .query)
                    .url(.metadata, at: platform.baseURL)
            } ?? ""
    }

    /// The values for the template.
    var values: [String: Any] {
        [
            "customerPassword": IdentityPlatform.samplePassword, "directoryName": tenant.displayName,
            "domain": tenant.domain, "flows": flows.map(\.name), "flowMetadataURL": metadataURL,
            "samples": customers.map { ["displayName": $0.displayName, "email": $0.email] },
        ]
    }
}
