// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
package import Hummingbird
import OAuth
package import TenantAuthorization

/// The steps between the right password and the app's answer, in order.
package struct UserFlowCompletion: Sendable {
    package let platform: PlatformContext
    package let authorize: UserFlowRequest
    package let request: Request

    package init(platform: PlatformContext, authorize: UserFlowRequest, request: Request) {
        (self.platform, self.authorize, self.request) = (platform, authorize, request)
    }

    /// The page of the first step that is missing, or the answer.
    ///
    /// - Parameters:
    ///   - member: The customer that is signed in.
    ///   - isNew: Whether the customer signed up in this run.
    ///   - isProfileDone: Whether the customer has just filled in the fields of the flow.
    /// - Returns: A page, or the redirect back to the app.
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
        return try await UserFlowReply(platform: platform, authorize: authorize, request: request)
            .answer(member, isNew: isNew)
    }

    /// The same for a customer that has just proved their identity: also begins a session in this browser.
    func begin(_ member: CustomerSessions.Member, isNew: Bool = false) async throws -> Response {
        var response = try await proceed(member, isNew: isNew)
        let cookie = try await platform.customerSessions(of: authorize.place.tenant).begin(member, in: request)
        response.headers.append(HTTPField(name: .setCookie, value: cookie))
        return response
    }
}
