// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
import JSONWebSignatures
package import OAuthMessages
import PortableFoundation
import TenantAuthorization
import TenantDirectory

/// Starts a user flow: shows the first page, or continues at once if the customer is signed in.
struct UserFlowAuthorize: Sendable {
    let platform: PlatformContext
    let place: ResolvedUserFlow

    func answer(_ parameters: FormParameters?, request: Request) async throws -> Response {
        try await place.withAuthorization(parameters, of: request) { authorize in
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
        guard let maximum = authorize.maximumAge,
            !member.authenticatedAt.isWithin(TimeInterval(maximum), before: platform.settings.now())
        else { return member }
        if authorize.prompt.contains("none") { throw UserFlowError.sessionTooOld }
        return nil
    }

    /// Azure AD B2C only fills in `login_hint` on its page.
    private func isMeant(_ customer: Customer, by authorize: UserFlowRequest) -> Bool {
        guard place.dialect.sessionsFollowHints, let hint = authorize.loginHint else { return true }
        return EmailAddress.folded(hint) == EmailAddress.folded(customer.email)
    }

    /// The customer from the app's `id_token_hint`; refuses a token that was not issued here for this app.
    private func hintedCustomer(_ authorize: UserFlowRequest) async throws -> Customer? {
        guard let hint = authorize.hint, !hint.isEmpty else { return nil }
        guard let unverified = try? UnverifiedJWS(hint, accepting: [.rs256]),
            let key = platform.keys.publicKey(for: unverified.header),
            let verified = try? unverified.verified(with: key),
            let claims = try? StrictJSON.object(in: verified.payload),
            claims["aud"]?.string == authorize.target.client.id
        else { throw UserFlowError.unreadable("the id_token_hint is not an ID token that was issued to this app") }
        guard let id = claims["oid"]?.string else { return nil }
        return try await platform.customers(of: place.tenant).customer(id: id)
    }
}

extension ResolvedUserFlow {
    /// Runs `body` with a valid authorization request, or responds with the error; `nil` parameters are unreadable.
    ///
    /// Errors show on a page until the redirect URI is known, then go to the app.
    package func withAuthorization(
        _ parameters: FormParameters?, of request: Request, _ body: (UserFlowRequest) async throws -> Response
    ) async throws -> Response {
        do {
            let parameters = try UserFlowProblem.checked(parameters)
            let target = try await RedirectTarget(parameters, at: self, in: dialect.platform.database)
            do {
                return try await body(try await dialect.request(parameters, to: target, at: self))
            } catch {
                let correlationID = CorrelationID(in: parameters)
                guard let refusal = dialect.parameters(of: error, correlationID: correlationID) else { throw error }
                return RedirectReply(pages: dialect.platform.pages).answer(refusal, to: target, request: request)
            }
        } catch let problem as UserFlowProblem {
            return dialect.page(about: problem, correlationID: CorrelationID(in: parameters))
        }
    }
}
