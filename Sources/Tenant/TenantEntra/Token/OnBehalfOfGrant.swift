// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantAuthorization
import TenantDirectory

/// Gives an API a token for another API, on behalf of the person in the caller's token.
///
/// No page can ask the person: they, or an administrator, must have consented before.
struct OnBehalfOfGrant: Sendable {
    let platform: PlatformContext

    func answer(_ request: GrantRequest) async throws -> TokenReply {
        let use = try request.form.required("requested_token_use")
        guard use == "on_behalf_of" else { throw EntraError.badParameter("requested_token_use", use) }
        let text = try request.form.required("assertion")
        guard request.client.method != .none else { throw EntraError.secretMissing }
        let scope = try request.requiredScope()
        let assertion = try UserAssertion(text, keys: platform.keys)
        try assertion.check(for: request.client.app, now: platform.settings.now())
        guard let person = try await platform.database.person(assertion.personID, in: assertion.tenantID) else {
            throw EntraError.unknownGrant
        }
        let scopes = try await platform.scopeResolution(at: request.selector).resolve(scope)
        let grant = Grant(
            clientID: request.client.app.id, personID: person.id, scopes: scopes,
            authenticatedAt: assertion.signIn.authenticatedAt, secondFactorAt: assertion.signIn.secondFactorAt)
        return try await platform.tokens.reply(
            to: grant, for: request, asking: nil, severalResources: false, nonce: nil)
    }
}
