// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes
import OAuth
import TenantAuthorization
import TenantControl
import TenantCustomers
import TenantDirectory

/// Makes test tokens of customers with the token issuer of user flows.
struct CustomerTokenMint: Sendable {
    let platform: PlatformContext
    let request: TestTokenRequest

    /// The token of a customer, by id or e-mail address.
    ///
    /// - Throws: ``AdministrationProblem`` (404, 409).
    func token(of name: String) async throws -> String {
        let (tenant, customer) = try await platform.customer(name)
        let flowName = request.userFlow ?? platform.samples.userFlow
        let flows = try await platform.database.userFlows(of: tenant.id)
        guard let flow = flows.first(where: { $0.service == .azureADB2C && $0.isNamed(flowName) }) else {
            throw AdministrationProblem.unknown("user flow", flowName)
        }
        let place = UserFlowPlace(tenant: tenant, directoryName: tenant.domain, flow: flow, shape: .path)
        let client = try await platform.app(request.clientID ?? platform.samples.customerAppID)
        let api = try await platform.api(request.api ?? platform.samples.customerAppID)
        let scopes = request.scopes ?? []
        let grant = UserFlowGrant(
            tenantID: tenant.id, flow: flow.name, clientID: client.id, customerID: customer.id,
            scopes: UserFlowScopes(
                openIDConnect: ["openid"], resource: api.id, permissions: scopes,
                text: (["openid"] + scopes).joined(separator: " ")),
            nonce: request.nonce, authenticatedAt: platform.settings.now(), isNewCustomer: false)
        let reply = try UserFlowTokenIssuer(platform: platform, place: place, customer: customer)
            .reply(to: grant, isRefresh: false, wantsClientInfo: false)
        guard let token = request.use == .id ? reply.idToken : reply.accessToken else {
            throw AdministrationProblem(
                .conflict, "This user flow gives no such token; name another 'userFlow', or another 'use'.")
        }
        return token
    }
}

extension PlatformContext {
    /// A customer and the customer's directory, by id or e-mail address.
    ///
    /// - Throws: ``AdministrationProblem`` (404).
    func customer(_ name: String) async throws -> (Tenant, Customer) {
        for tenant in try await database.tenants() where tenant.kind == .customers {
            let customers = customers(of: tenant)
            if let customer = try await customers.customer(email: name) { return (tenant, customer) }
            if let customer = try await customers.customer(id: name.lowercased()) { return (tenant, customer) }
        }
        throw AdministrationProblem.unknown("person", name)
    }
}
