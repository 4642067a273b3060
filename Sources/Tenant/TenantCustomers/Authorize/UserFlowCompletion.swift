// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
import OAuthMessages
package import TenantAuthorization
import TenantDirectory

package struct UserFlowCompletion: Sendable {
    package let platform: PlatformContext
    package let authorize: UserFlowRequest
    package let request: Request

    package init(platform: PlatformContext, authorize: UserFlowRequest, request: Request) {
        (self.platform, self.authorize, self.request) = (platform, authorize, request)
    }

    /// The page of the first missing step, or the response to the app; `isNew` means a sign-up in this run.
    ///
    /// - Throws: ``UserFlowError`` (90077) if a page is missing that may not be shown.
    package func proceed(
        _ member: CustomerSessions.Member, isNew: Bool = false, isProfileDone: Bool = false
    ) async throws -> Response {
        let flow = authorize.place.flow
        let mayShowPages = !authorize.prompt.contains("none")
        if flow.secondFactor.isNeeded(for: member.customer), member.secondFactorAt == nil {
            guard mayShowPages else { throw UserFlowError.noSession }
            return try await CustomerSecondFactor(platform: platform, authorize: authorize, request: request)
                .ask(member, isNew: isNew)
        }
        if flow.kind == .profileEdit, !isProfileDone {
            guard mayShowPages else { throw UserFlowError.noSession }
            let fields = try await platform.attributeFields(of: flow)
            return platform.pages.profile(
                authorize, CustomerProfile(of: member.customer, asking: fields), of: member, request: request)
        }
        return try await answer(member, isNew: isNew)
    }

    func begin(_ member: CustomerSessions.Member, isNew: Bool = false) async throws -> Response {
        var response = try await proceed(member, isNew: isNew)
        let cookie = try await platform.customerSessions(of: authorize.place.tenant).begin(member, in: request)
        response.headers.append(HTTPField(name: .setCookie, value: cookie))
        return response
    }

    /// The code comes first, because the sample app of 2016 expects it there.
    private func answer(_ member: CustomerSessions.Member, isNew: Bool) async throws -> Response {
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
                try await platform.userFlowGrantStore.issue(
                    place.dialect.code(), for: grant, binding: binding, now: platform.settings.now()))
        }
        try await place.dialect.append(to: &answer, of: grant, for: authorize, as: member)
        return RedirectReply(pages: platform.pages).answer(answer, to: authorize.target, request: request)
    }
}
