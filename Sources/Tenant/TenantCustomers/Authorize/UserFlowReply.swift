// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import OAuth
import TenantAuthorization
import TenantDirectory

/// Ends a user flow: gives the app its code, or the tokens that it may have at once.
struct UserFlowReply: Sendable {
    let platform: PlatformContext
    let authorize: UserFlowRequest
    let request: Request

    /// The redirect to the app; the code comes first, because the sample app of 2016 looks for it there.
    func answer(_ member: CustomerSessions.Member, isNew: Bool) async throws -> Response {
        let place = authorize.place
        let grant = UserFlowGrant(
            tenantID: place.tenant.id, flow: place.flow.name, clientID: authorize.target.client.id,
            customerID: member.customer.id, scopes: authorize.scopes, nonce: authorize.nonce,
            authenticatedAt: member.authenticatedAt, isNewCustomer: isNew,
            isSinglePage: authorize.target.client.isSinglePage(authorize.target.redirectURI.text) ? true : nil,
            secondFactorAt: member.secondFactorAt)
        var answer = FormParameters()
        if authorize.responseType.words.contains(.code) {
            let binding = UserFlowGrantRow.CodeBinding(
                redirectURI: authorize.target.redirectURI.text, challenge: authorize.codeChallenge)
            answer.append(
                "code",
                try await platform.userFlowLedger.issueCode(
                    grant, binding: binding, of: place.flow.service, now: platform.settings.now()))
        }
        if place.flow.service == .externalID {
            try await ExternalIDAnswer(platform: platform, authorize: authorize, member: member)
                .append(to: &answer, of: grant)
        } else {
            try addTokens(to: &answer, of: grant, customer: member.customer)
        }
        return RedirectReply(pages: platform.pages).answer(answer, to: authorize.target, request: request)
    }

    /// OpenID Connect Core §3.2.2.5, §3.3.2.5.
    private func addTokens(to answer: inout FormParameters, of grant: UserFlowGrant, customer: Customer) throws {
        let now = platform.settings.now().seconds
        let words = authorize.responseType.words
        let issuer = UserFlowTokenIssuer(platform: platform, place: authorize.place, customer: customer)
        if words.contains(.token), let resource = grant.scopes.resource {
            answer.append("access_token", try issuer.accessToken(for: resource, grant: grant, now: now))
            answer.append("token_type", "Bearer")
            answer.append("expires_in", String(authorize.place.flow.tokens.accessTokenLifetime))
            answer.append("scope", grant.scopes.text)
        }
        if words.contains(.idToken) {
            answer.append(
                "id_token",
                try issuer.idToken(
                    grant, nonce: grant.nonce, accessToken: answer["access_token"], code: answer["code"], now: now))
        }
    }
}
