// SPDX-License-Identifier: Apache-2.0

/// What the home page says about the directory in which people sign up by themselves.
struct HomePageCustomers {
    private let tenant: Tenant
    private let customers: [Customer]
    private let metadataURL: String

    /// Finds the customers who came with the program: the others have passwords that nobody else knows.
    ///
    /// It is `nil` in a tenant without such a directory.
    init?(of platform: IdentityPlatform) async throws {
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
        // In the shape that the sample app of 2016 was written for.
        metadataURL = UserFlowPlace(tenant: tenant, directoryName: tenant.domain, flow: .signUpOrSignIn, shape: .query)
            .url(.metadata, at: platform.baseURL)
    }

    /// The values for the template.
    var values: [String: Any] {
        [
            "customerPassword": IdentityPlatform.samplePassword, "directoryName": tenant.displayName, "domain": tenant.domain,
            "flows": UserFlow.allCases.map(\.rawValue), "flowMetadataURL": metadataURL,
            "samples": customers.map { ["displayName": $0.displayName, "email": $0.email] },
        ]
    }
}
