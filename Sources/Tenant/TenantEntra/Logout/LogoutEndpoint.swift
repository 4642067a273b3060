// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import OAuthMessages
import PageTemplates
import TenantAuthorization
import TenantDirectory

/// Ends the sign-ins of the browser's session. OpenID Connect RP-Initiated Logout §2
///
/// A plain link is enough, as at the real service: another site's link can only make a person sign in again. A form
/// from another site arrives without the tenant's cookie (`SameSite=Lax`), so the endpoint redirects it to the link.
struct LogoutEndpoint: Sendable {
    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        router.getWithEffect("/:tenant/oauth2/v2.0/logout") { request, context in
            try await withDirectory(try context.parameters.require("tenant")) { selector in
                try await answer(FormParameters(encoded: request.uri.query ?? ""), at: selector, request)
            }
        }
        router.post("/:tenant/oauth2/v2.0/logout") { request, context in
            let form = try await RequestContent(of: request).form()
            return try await withDirectory(try context.parameters.require("tenant")) { selector in
                let form = try SignInProblem.checked(form)
                // The URL is built here: the received path may begin with two slashes, and lead to another host.
                let address = "\(Self.path(at: selector))?\(form.encoded)"
                return Response(status: .seeOther, headers: [.location: address])
            }
        }
    }

    static func path(at selector: TenantSelector) -> String { "/\(selector.name)/oauth2/v2.0/logout" }

    private func withDirectory(
        _ tenant: String, _ body: (TenantSelector) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await body(try await TenantSelector.find(tenant, explainingIn: platform.database))
        } catch let problem as SignInProblem {
            response = try platform.pages.problem(problem, correlationID: nil)
        }
        // A page that opened this one in a window polls whether it is closed, so it must keep its reference.
        response.headers.set("Cross-Origin-Opener-Policy", to: "unsafe-none")
        return response
    }

    private func answer(
        _ parameters: FormParameters?, at selector: TenantSelector, _ request: Request
    ) async throws -> Response {
        let parameters = try SignInProblem.checked(parameters)
        let directories = Set(try await platform.database.tenants().filter(selector.admits).map(\.id))
        let members = try await platform.sessions.arrivals(of: request)
            .filter { directories.contains($0.person.tenantID) }
        var used: [RegisteredApp] = []
        for member in members { used += try await platform.sessions.apps(of: member) }
        let logout = try await LogoutRequest(parameters, platform: platform, used: used)
        guard let leaving = logout.leaving(of: members, keys: platform.keys) else {
            return picker(logout, members: members, at: selector)
        }
        // Before the removal of the session, which also removes its apps.
        let places = try await FrontChannelLogout(platform: platform).places(of: leaving)
        var response = end(logout, telling: places)
        if let cookie = try await platform.sessions.remove(leaving, from: request) {
            response.headers.append(HTTPField(name: .setCookie, value: cookie))
        }
        return response
    }

    private func end(_ logout: LogoutRequest, telling places: [RedirectURI]) -> Response {
        guard places.isEmpty else {
            var values: PageValues = ["places": places.map(\.text), "isAddressRefused": logout.isAddressRefused]
            values["address"] = logout.address
            return platform.pages.html("signed-out", values, policy: .page(framing: places))
        }
        if let address = logout.address { return Response(status: .found, headers: [.location: address]) }
        return platform.pages.signedOut(isAddressRefused: logout.isAddressRefused)
    }

    private func picker(
        _ logout: LogoutRequest, members: [BrowserSessions.Member], at selector: TenantSelector
    ) -> Response {
        let carried = [
            ("client_id", logout.clientID), ("post_logout_redirect_uri", logout.redirectURI?.text),
            ("state", logout.state),
        ]
        return platform.pages.html(
            "sign-out",
            [
                "action": Self.path(at: selector),
                "carried": carried.compactMap { name, value in value.map { ["name": name, "value": $0] } },
                "members": members.map { PersonEntry($0.person).values },
                "isOne": members.count == 1,
            ],
            policy: .page(formsMayLeadTo: [logout.redirectURI].compactMap(\.self)))
    }
}

extension TenantSelector {
    static func find(_ name: String, explainingIn database: TenantDatabase) async throws -> TenantSelector {
        do {
            return try await find(name, in: database)
        } catch let error as EntraError {
            throw SignInProblem.unknownTenant(error, known: try await database.tenants())
        }
    }
}
