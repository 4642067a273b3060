// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import TenantAuthorization
import TenantDirectory

/// Ends a person's session, and tells every client that the person signed in to.
///
/// OpenID Connect RP-Initiated Logout §2, §3
struct EndSessionEndpoint: Sendable {
    /// The form field that carries the request through the confirmation page.
    static let field = "request"

    let provider: StandardProvider

    func add(to router: Router<ServingContext>) {
        router.getWithEffect(StandardEndpoint.endSession.routerPath) { request, context in
            try await answer(FormParameters(encoded: request.uri.query ?? ""), request, context)
        }
        // Browsers omit the cookie in a form from another site (`SameSite=Lax`), so the form is redirected to GET.
        router.post(StandardEndpoint.endSession.routerPath) { request, _ in
            try await StandardErrorBoundary(provider: provider, request: request).withPage {
                let form = try await StandardErrorBoundary.form(of: request)
                guard !form.isTooLong else { throw StandardProblem.tooLong }
                return Response(
                    status: .seeOther,
                    headers: [.location: "\(StandardEndpoint.endSession.path)?\(form.encoded)"])
            }
        }
        router.post(StandardEndpoint.endSessionConfirmation.routerPath) { request, context in
            try await confirm(request, context)
        }
    }

    private func answer(
        _ parameters: FormParameters?, _ request: Request, _ context: ServingContext
    ) async throws -> Response {
        try await StandardErrorBoundary(provider: provider, request: request).withPage {
            guard let parameters else { throw StandardProblem.unreadable }
            guard !parameters.isTooLong else { throw StandardProblem.tooLong }
            let logout = try await EndSessionRequest(parameters, provider: provider)
            let members = try await provider.sessions.members(of: request)
            guard let leaving = logout.leaving(of: members) else {
                return provider.pages.confirmSignOut(
                    of: members, carrying: parameters, for: logout.client, leadingTo: logout.redirectURI,
                    request: request)
            }
            return try await end(logout, leaving, request, context)
        }
    }

    private func confirm(_ request: Request, _ context: ServingContext) async throws -> Response {
        try await StandardErrorBoundary(provider: provider, request: request).withPage {
            let form = try await StandardErrorBoundary.form(of: request)
            let text = try form.optional(Self.field) ?? ""
            try provider.pages.checkForm(form, purpose: Pages.signOutPurpose(text), request: request)
            guard let parameters = FormParameters(encoded: text) else { throw StandardProblem.unreadable }
            guard try form.optional("answer") == "yes" else {
                return provider.pages.message("You are still signed in", "You can close this window.")
            }
            let members = try await provider.sessions.members(of: request)
            return try await end(try await EndSessionRequest(parameters, provider: provider), members, request, context)
        }
    }

    /// Ends sessions, tells the clients, and redirects to the client or shows that the person is signed out.
    private func end(
        _ logout: EndSessionRequest, _ leaving: [StandardSessions.Member], _ request: Request,
        _ context: ServingContext
    ) async throws -> Response {
        let sessionIDs = leaving.map(\.sessionID)
        let cookie = try await provider.sessions.remove(leaving, from: request)
        try await provider.grantStore.endGrants(of: sessionIDs)
        try await BackChannelLogout(provider: provider, logger: context.logger).tellClients(of: sessionIDs)
        var response =
            logout.address.map { Response(status: .seeOther, headers: [.location: $0]) }
            ?? provider.pages.signedOut(isAddressRefused: logout.isAddressRefused)
        if let cookie { response.headers.append(HTTPField(name: .setCookie, value: cookie)) }
        return response
    }
}

/// A client's request to sign a person out.
///
/// OpenID Connect RP-Initiated Logout §2
struct EndSessionRequest: Sendable {
    let client: StandardClient?
    /// The address for the browser afterwards; `nil` if it stays here.
    let redirectURI: RedirectURI?
    /// Whether the requested address is not registered.
    let isAddressRefused: Bool
    /// The session and the person of the `id_token_hint`; `nil` without one.
    let hint: (sessionID: String?, personID: String)?
    private let state: String?

    /// Reads a request.
    ///
    /// - Throws: ``StandardError`` for a parameter that occurs twice; ``StandardProblem`` for a hint that is not an ID
    ///   token of this provider, or names another client than `client_id`.
    init(_ parameters: FormParameters, provider: StandardProvider) async throws {
        state = try parameters.optional("state")
        _ = try parameters.optional("logout_hint")
        let named = try parameters.optional("client_id")
        var audience: String?
        if let token = try parameters.optional("id_token_hint") {
            // It may be expired, but this provider must have signed it. §2
            guard let claims = provider.keys.claims(of: token, type: IDTokenContent.type),
                claims["iss"]?.string == provider.issuer, let subject = claims["sub"]?.string,
                let clientID = claims["aud"]?.string, named ?? clientID == clientID
            else { throw Self.unusableHint }
            hint = (claims["sid"]?.string, subject)
            audience = clientID
        } else {
            hint = nil
        }
        let clientID = audience ?? named
        let found = if let clientID { try await provider.client(clientID) } else { StandardClient?.none }
        let asked = try parameters.optional("post_logout_redirect_uri")
        client = found
        redirectURI = asked.flatMap { found?.registersPostLogout($0) == true ? RedirectURI($0) : nil }
        isAddressRefused = asked != nil && redirectURI == nil
    }

    /// The redirect to the client with its `state`; `nil` if a page is shown instead.
    var address: String? {
        guard let redirectURI else { return nil }
        guard let state else { return redirectURI.text }
        let separator = redirectURI.text.contains("?") ? "&" : "?"
        return redirectURI.text + separator + "state=" + FormParameters.encoded(state)
    }

    /// The members that are signed out without a question: the hint's person and session; `nil` if a page must ask.
    func leaving(of members: [StandardSessions.Member]) -> [StandardSessions.Member]? {
        if members.isEmpty { return [] }
        guard let hint else { return nil }
        let named = members.filter { $0.person.id == hint.personID && $0.sessionID == hint.sessionID }
        return named.isEmpty ? nil : named
    }

    private static let unusableHint = StandardProblem(
        title: "The app's id_token_hint is not valid",
        error: .malformed("The id_token_hint is not an ID token of this provider for that client."),
        hint: "Send the last ID token as id_token_hint, or omit it; then the user is asked.")
}
