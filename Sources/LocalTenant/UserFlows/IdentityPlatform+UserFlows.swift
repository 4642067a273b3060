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

    var userFlowLedger: UserFlowLedger { UserFlowLedger(database: database, random: settings.random) }

    func customers(of tenant: Tenant) -> CustomerDirectory {
        CustomerDirectory(database: database, tenantID: tenant.id, random: settings.random)
    }

    func customerSessions(of tenant: Tenant) -> CustomerSessions {
        CustomerSessions(platform: self, tenantID: tenant.id)
    }
}
