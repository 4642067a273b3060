// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantAuthorization
import TenantDirectory
import TenantEntra

extension ExternalIDGrants {
    /// Gives an API tokens for another API, on behalf of the customer of the token that the API received.
    ///
    /// - Throws: ``EntraError`` (50013, 500131, 500133, 65001, 70000, 90023, 240002, 7000114, 7000218 and others).
    func onBehalfOfCustomer() async throws -> TokenReply {
        let use = try request.form.required("requested_token_use")
        guard use == "on_behalf_of" else { throw EntraError.badParameter("requested_token_use", use) }
        let text = try request.form.required("assertion")
        guard request.client.method != .none else { throw EntraError.secretMissing }
        let scope = try request.requiredScope().text
        let client = request.client.app
        let assertion = try UserAssertion(text, keys: platform.keys)
        try assertion.check(for: client, now: platform.settings.now())
        guard assertion.tenantID == place.tenant.id else { throw EntraError.unknownGrant }
        let resolution = ExternalIDScopeResolution(
            apps: try await platform.database.apps(), client: client, tenantName: place.tenant.id)
        let grant = UserFlowGrant(
            tenantID: place.tenant.id, flow: place.flow.name, clientID: client.id, customerID: assertion.personID,
            scopes: try resolution.resolve(scope, severalResources: false), nonce: nil,
            authenticatedAt: assertion.signIn.authenticatedAt, isNewCustomer: false,
            secondFactorAt: assertion.signIn.secondFactorAt)
        return try await reply(to: grant, asking: nil, severalResources: false, nonce: nil)
    }
}
