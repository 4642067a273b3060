// SPDX-License-Identifier: Apache-2.0
import OAuth

extension IdentityPlatform {
    /// The addresses of a user flow of the sample customers' directory, in the shape of the sample app of 2016: with
    /// the flow as `p` in the query.
    package func addresses(of flow: UserFlow) -> UserFlowAddresses {
        let place = UserFlowPlace(
            tenant: Tenant(
                id: SampleApp.customersID, displayName: "", domain: SampleApp.customersDomain, passwordHash: ""),
            directoryName: SampleApp.customersDomain, flow: flow, shape: .query)
        return UserFlowAddresses(
            authorization: place.url(.authorize, at: baseURL), token: place.url(.token, at: baseURL),
            logout: place.url(.logout, at: baseURL), metadata: place.url(.metadata, at: baseURL),
            login: "\(baseURL)/\(place.directoryName)/\(UserFlowAddress.Endpoint.login.rawValue)")
    }

    /// What the home page says about customers: those who came with the program, for the others have passwords that
    /// nobody else knows.
    func customersOnHomePage() async throws -> HomePageCustomers {
        let samples = try DirectorySeed().directories.flatMap { $0.customers ?? [] }
        guard let tenant = try await database.tenant(SampleApp.customersID) else {
            throw TenantDataError(folder: settings.dataFolder, reason: "the customers' directory is missing")
        }
        var kept: [Customer] = []
        for sample in samples {
            let customer = try await customers(of: tenant).customer(id: sample.id)
            if let customer, customer.passwordHash == sample.passwordHash { kept.append(customer) }
        }
        return HomePageCustomers(tenant: tenant, customers: kept, addresses: addresses(of: .signUpOrSignIn))
    }

    var userFlowLedger: UserFlowLedger { UserFlowLedger(database: database, random: settings.random) }

    func customers(of tenant: Tenant) -> CustomerDirectory {
        CustomerDirectory(database: database, tenantID: tenant.id, random: settings.random)
    }

    func customerSessions(of tenant: Tenant) -> CustomerSessions {
        CustomerSessions(platform: self, tenantID: tenant.id)
    }
}
