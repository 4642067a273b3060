// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
import Hummingbird
import OAuth
import TenantAuthorization

/// Ends a person's session, and tells every client that the person signed in to.
///
/// OpenID Connect RP-Initiated Logout §2, §3
struct EndSessionEndpoint: Sendable {
    /// The form field that carries the request through the confirmation page.
    static let field = "request"

    let provider: StandardProvider

    func add(to router: Router<ServingContext>) {
        router.get(StandardEndpoint.endSession.routerPath) { request, context in
            try await answer(FormParameters(encoded: request.uri.query ?? ""), request, context)
        }
        // Browsers omit the cookie in a form from another site (`SameSite=Lax`), so the form is redirected to GET.
        router.post(StandardEndpoint.endSession.routerPath) { request, _ in
            try await StandardAuthorizationDoor(provider: provider, request: request).withPage {
                let form = try await form(of: request)
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

    private func form(of request: Request) async throws -> FormParameters {
        do {
            return try await RequestContent(of: request).form()
        } catch is RequestRefusal {
            throw StandardProblem.unreadable
        }
    }

    private func answer(
        _ parameters: FormParameters?, _ request: Request, _ context: ServingContext
    ) async throws -> Response {
        try await StandardAuthorizationDoor(provider: provider, request: request).withPage {
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
        try await StandardAuthorizationDoor(provider: provider, request: request).withPage {
            let form = try await form(of: request)
            let text = try form.optional(Self.field) ?? ""
            try provider.pages.checkForm(form, purpose: Pages.signOutPurpose(text), request: request)
            guard let parameters = FormParameters(encoded: text) else { throw StandardProblem.unreadable }
            guard try form.optional("answer") == "yes" else {
                return provider.pages.message("You are still signed in", "You can close this window.")
            }
            let members = try await provider.sessions.members(of: request)
            return try await end(
                try await EndSessionRequest(parameters, provider: provider), members, request, context)
        }
    }

    /// Ends sessions, tells the clients, and redirects to the client or shows that the person is signed out.
    private func end(
        _ logout: EndSessionRequest, _ leaving: [StandardSessions.Member], _ request: Request,
        _ context: ServingContext
    ) async throws -> Response {
        let sessionIDs = leaving.map(\.sessionID)
        let cookie = try await provider.sessions.remove(leaving, from: request)
        try await provider.ledger.endGrants(of: sessionIDs)
        try await BackChannelLogout(provider: provider, logger: context.logger).tellClients(of: sessionIDs)
        var response =
            logout.address.map { Response(status: .seeOther, headers: [.location: $0]) }
            ?? provider.pages.message(
                "You are signed out",
                logout.isAddressRefused
                    ? "The app wanted you to be led to an address that is not registered for it, so you stay here. "
                        + "You can close this window."
                    : "The next sign-in in this browser asks who you are. You can close this window.")
        if let cookie { response.headers.append(HTTPField(name: .setCookie, value: cookie)) }
        return response
    }
}
