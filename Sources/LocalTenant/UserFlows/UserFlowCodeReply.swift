// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import OAuth

/// Ends a user flow: gives the app its code.
struct UserFlowCodeReply: Sendable {
    let platform: IdentityPlatform

    /// The redirect with the code; the code stands first, for the sample app of 2016 looks for that.
    func answer(
        _ authorize: UserFlowRequest, member: CustomerSessions.Member, isNewCustomer: Bool = false, request: Request
    ) async throws -> Response {
        let grant = UserFlowGrant(
            tenantID: authorize.place.tenant.id, flow: authorize.place.flow, clientID: authorize.target.client.id,
            customerID: member.customer.id, scopes: authorize.scopes, nonce: authorize.nonce,
            authenticatedAt: member.authenticatedAt, isNewCustomer: isNewCustomer)
        let binding = UserFlowGrantRow.CodeBinding(
            redirectURI: authorize.target.redirectURI.text, challenge: authorize.codeChallenge)
        let code = try await platform.userFlowLedger.issueCode(grant, binding: binding, now: platform.settings.now())
        return RedirectReply(pages: platform.pages).answer(["code": code], to: authorize.target, request: request)
    }

    /// The same for somebody who just proved who they are: they are signed in in this browser from now on.
    func answer(
        _ authorize: UserFlowRequest, customer: Customer, isNewCustomer: Bool = false, request: Request
    ) async throws -> Response {
        let member = CustomerSessions.Member(customer: customer, authenticatedAt: platform.settings.now())
        var response = try await answer(
            authorize, member: member, isNewCustomer: isNewCustomer, request: request)
        let cookie = try await platform.customerSessions(of: authorize.place.tenant).begin(member, in: request)
        response.headers.append(HTTPField(name: .setCookie, value: cookie))
        return response
    }
}
