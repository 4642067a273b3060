// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import OAuth
import TenantAuthorization
import TenantDirectory

/// Signs customers out of a browser.
///
/// OpenID Connect RP-Initiated Logout §2, §3
struct UserFlowLogout: Sendable {
    let platform: PlatformContext
    let place: UserFlowPlace

    /// Ends the session in any case, then redirects the browser if an app registered the address.
    func answer(_ parameters: FormParameters?, request: Request) async throws -> Response {
        try await platform.customerSessions(of: place.tenant).end(in: request)
        let parameters = try UserFlowProblem.checked(parameters)
        let once = { (name: String) in try parameters.once(name, orThrow: UserFlowProblem.unreadable) }
        guard let text = try once("post_logout_redirect_uri") else { return platform.pages.signedOut(of: place) }
        guard !text.isEmpty else { throw UserFlowProblem.postLogoutRedirectMissing }
        let clientID = try once("client_id")
        let apps = try await platform.database.apps().filter { app in
            app.tenantID == place.tenant.id && (clientID == nil || app.id == clientID?.lowercased())
        }
        guard apps.contains(where: { $0.registers(text) }), RedirectURI(text) != nil else {
            // External ID, like Entra ID, only shows that the customer is signed out.
            guard place.flow.service == .azureADB2C else { return platform.pages.signedOut(of: place) }
            throw UserFlowProblem.badPostLogoutRedirect(text)
        }
        let state = try once("state").map { FormParameters(dictionaryLiteral: ("state", $0)).encoded }
        let separator = text.contains("?") ? "&" : "?"
        return Response(
            status: .found, headers: [.location: state.map { "\(text)\(separator)\($0)" } ?? text])
    }
}
