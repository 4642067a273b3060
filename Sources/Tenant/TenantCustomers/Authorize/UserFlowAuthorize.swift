// SPDX-License-Identifier: Apache-2.0
import Foundation
import Hummingbird
import JOSE
import OAuth
import TenantAuthorization
import TenantDirectory

/// Starts a user flow: checks the request, then shows the first page or, if the customer is signed in, continues at
/// once.
struct UserFlowAuthorize: Sendable {
    let platform: PlatformContext
    let place: UserFlowPlace

    func answer(_ parameters: FormParameters?, request: Request) async throws -> Response {
        try await UserFlowDoor(platform: platform, place: place, request: request).withRequest(parameters) {
            authorize in
            let hinted = try await hintedCustomer(authorize)
            if let member = try await silentMember(authorize, hinted: hinted, request: request) {
                return try await UserFlowCompletion(platform: platform, authorize: authorize, request: request)
                    .proceed(member)
            }
            if authorize.prompt.contains("none") { throw UserFlowError.noSession }
            return platform.pages.first(
                of: authorize, email: authorize.loginHint ?? hinted?.email ?? "", request: request)
        }
    }

    /// The customer that the session signs in without a page; sign-up and password reset always show pages.
    private func silentMember(
        _ authorize: UserFlowRequest, hinted: Customer?, request: Request
    ) async throws -> CustomerSessions.Member? {
        guard place.flow.beginsWithPassword,
            authorize.prompt.isDisjoint(with: ["login", "select_account", "create"]),
            let member = try await platform.customerSessions(of: place.tenant).member(of: request),
            hinted == nil || hinted?.id == member.customer.id, isMeant(member.customer, by: authorize)
        else { return nil }
        let age = platform.settings.now().timeIntervalSince(member.authenticatedAt)
        guard let maximum = authorize.maximumAge, age > Double(maximum) else { return member }
        if authorize.prompt.contains("none") { throw UserFlowError.sessionTooOld }
        return nil
    }

    /// Whether a customer matches the app's `login_hint`; Azure AD B2C only fills the hint in on its page.
    private func isMeant(_ customer: Customer, by authorize: UserFlowRequest) -> Bool {
        guard place.flow.service == .externalID, let hint = authorize.loginHint else { return true }
        return EmailAddress.folded(hint) == EmailAddress.folded(customer.email)
    }

    /// The customer that the app's `id_token_hint` names; a token that was not issued here for this app is refused.
    private func hintedCustomer(_ authorize: UserFlowRequest) async throws -> Customer? {
        guard let hint = authorize.hint, !hint.isEmpty else { return nil }
        guard let unverified = try? UnverifiedJWS(hint, accepting: [.rs256]),
            let key = platform.keys.publicKey(for: unverified.header),
            let verified = try? unverified.verified(with: key),
            let claims = try? StrictJSON.object(in: verified.payload),
            claims["aud"]?.string == authorize.target.client.id
        else { throw UserFlowError.unreadable("the id_token_hint is no ID token that this app was given") }
        guard let id = claims["oid"]?.string else { return nil }
        return try await platform.customers(of: place.tenant).customer(id: id)
    }
}
