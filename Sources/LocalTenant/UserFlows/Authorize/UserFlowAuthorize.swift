// SPDX-License-Identifier: Apache-2.0
import Foundation
import Hummingbird
import OAuth

/// Where a user flow begins: judges the request, then shows the flow's first page or, where the customer is signed in
/// already, answers at once.
struct UserFlowAuthorize: Sendable {
    let platform: IdentityPlatform
    let place: UserFlowPlace

    func answer(_ parameters: FormParameters?, request: Request) async throws -> Response {
        try await UserFlowDoor(platform: platform, place: place, request: request).withRequest(parameters) {
            authorize in
            if let member = try await silentMember(authorize, request: request) {
                return try await UserFlowCodeReply(platform: platform)
                    .answer(authorize, member: member, request: request)
            }
            if authorize.prompt.contains("none") { throw UserFlowError.noSession }
            return platform.pages.first(of: authorize, email: authorize.loginHint ?? "", request: request)
        }
    }

    /// Who can be signed in without a page; a new password is always a matter of pages.
    private func silentMember(
        _ authorize: UserFlowRequest, request: Request
    ) async throws -> CustomerSessions.Member? {
        guard place.flow == .signUpOrSignIn, authorize.prompt.isDisjoint(with: ["login", "select_account"]),
            let member = try await platform.customerSessions(of: place.tenant).member(of: request)
        else { return nil }
        let age = platform.settings.now().timeIntervalSince(member.authenticatedAt)
        return authorize.maximumAge.map { age <= Double($0) } ?? true ? member : nil
    }
}
