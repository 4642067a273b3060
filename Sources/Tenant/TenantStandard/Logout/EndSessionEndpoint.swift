// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import PageTemplates
import TenantAuthorization
import TenantDirectory

/// OpenID Connect RP-Initiated Logout §2, §3
extension StandardProvider {
    private static let field = "request"

    func addLogout(to router: Router<ServingContext>) {
        let path = StandardEndpoint.endSession.routerPath
        router.getWithEffect(path) { request, context in
            try await StandardErrorBoundary(provider: self, request: request).withPage {
                guard let parameters = FormParameters(encoded: request.uri.query ?? "") else {
                    throw StandardProblem.unreadable
                }
                return try await answer(parameters, request, context)
            }
        }
        // Browsers omit the cookie in a form from another site (`SameSite=Lax`), so the form is redirected to GET.
        router.post(path) { request, _ in
            let boundary = StandardErrorBoundary(provider: self, request: request)
            return try await boundary.withPage {
                let form = try await boundary.form()
                guard !form.isTooLong else { throw StandardProblem.tooLong }
                return Response(
                    status: .seeOther,
                    headers: [.location: "\(StandardEndpoint.endSession.path)?\(form.encoded)"])
            }
        }
        router.post(StandardEndpoint.endSessionConfirmation.routerPath) { request, context in
            let boundary = StandardErrorBoundary(provider: self, request: request)
            return try await boundary.withPage { try await confirm(try await boundary.form(), request, context) }
        }
    }

    private func answer(
        _ parameters: FormParameters, _ request: Request, _ context: ServingContext
    ) async throws -> Response {
        guard !parameters.isTooLong else { throw StandardProblem.tooLong }
        let logout = try await EndSessionRequest(parameters, provider: self)
        let members = try await sessions.members(of: request)
        guard let leaving = logout.leaving(of: members) else {
            return confirmation(of: logout, by: members, carrying: parameters.encoded, request)
        }
        return try await end(logout, leaving, request, context)
    }

    private func confirm(
        _ form: FormParameters, _ request: Request, _ context: ServingContext
    ) async throws -> Response {
        let text = try form.optional(Self.field) ?? ""
        try pages.checkForm(form, purpose: Self.purpose(of: text), request: request)
        guard let parameters = FormParameters(encoded: text) else { throw StandardProblem.unreadable }
        guard try form.optional("answer") == "yes" else {
            return pages.message("You are still signed in", "You can close this window.")
        }
        let members = try await sessions.members(of: request)
        return try await end(try await EndSessionRequest(parameters, provider: self), members, request, context)
    }

    private func confirmation(
        of logout: EndSessionRequest, by members: [StandardSessions.Member], carrying parameters: String,
        _ request: Request
    ) -> Response {
        let cookie = pages.cookie(of: request)
        var values: PageValues = [
            "action": StandardEndpoint.endSessionConfirmation.path,
            "csrf": pages.protection.token(for: cookie.value, purpose: Self.purpose(of: parameters)),
            "carried": [["name": Self.field, "value": parameters]],
            "members": members.map { PersonEntry($0.person).values },
        ]
        values["appName"] = logout.client?.name
        return pages.html(
            "standard-sign-out", values, policy: .page(formsMayLeadTo: [logout.redirectURI].compactMap(\.self)),
            cookie: cookie)
    }

    /// The confirmation form's CSRF token is valid for this request only.
    private static func purpose(of parameters: String) -> String { "standard sign out \(parameters)" }

    private func end(
        _ logout: EndSessionRequest, _ leaving: [StandardSessions.Member], _ request: Request,
        _ context: ServingContext
    ) async throws -> Response {
        let sessionIDs = leaving.map(\.sessionID)
        let cookie = try await sessions.remove(leaving, from: request)
        try await grantStore.endGrants(of: sessionIDs)
        try await BackChannelLogout(provider: self, logger: context.logger).notifyClients(of: sessionIDs)
        var response =
            logout.address.map { Response(status: .seeOther, headers: [.location: $0]) }
            ?? pages.signedOut(isAddressRefused: logout.isAddressRefused)
        if let cookie { response.headers.append(HTTPField(name: .setCookie, value: cookie)) }
        return response
    }
}

/// OpenID Connect RP-Initiated Logout §2.
struct EndSessionRequest: Sendable {
    let client: StandardClient?
    let redirectURI: RedirectURI?
    let isAddressRefused: Bool
    let hint: (sessionID: String?, personID: String)?
    private let state: String?

    /// - Throws: ``StandardError`` for a duplicate parameter; ``StandardProblem`` for a hint that is not an ID token of
    ///   this provider for `client_id`.
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

    var address: String? {
        guard let redirectURI else { return nil }
        guard let state else { return redirectURI.text }
        let separator = redirectURI.text.contains("?") ? "&" : "?"
        return redirectURI.text + separator + "state=" + FormParameters.encoded(state)
    }

    /// The hint's person and session, which end without a question; `nil` if a page must ask.
    func leaving(of members: [StandardSessions.Member]) -> [StandardSessions.Member]? {
        if members.isEmpty { return [] }
        guard let hint else { return nil }
        let named = members.filter { $0.person.id == hint.personID && $0.sessionID == hint.sessionID }
        return named.isEmpty ? nil : named
    }

    private static let unusableHint = StandardProblem(
        title: "The app's id_token_hint is not valid",
        error: .malformed("The id_token_hint is not an ID token of this provider for that client."),
        hint: "Send the last ID token as id_token_hint, or omit it, and let the user confirm the sign-out.")
}
