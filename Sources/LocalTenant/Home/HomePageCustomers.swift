// SPDX-License-Identifier: Apache-2.0

/// What the home page says about the directory in which people sign up by themselves.
struct HomePageCustomers {
    let tenant: Tenant
    let customers: [Customer]
    let addresses: UserFlowAddresses

    /// The values for the template.
    var values: [String: Any] {
        [
            "directoryName": tenant.displayName, "domain": tenant.domain,
            "flows": UserFlow.allCases.map(\.rawValue), "flowMetadataURL": addresses.metadata,
            "samples": customers.map { ["displayName": $0.displayName, "email": $0.email] },
        ]
    }
}
