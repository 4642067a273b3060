// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import OAuth

/// Where a sign-in begins: judges the request, then shows the account picker or, where the person is signed in
/// already, answers at once.
struct AuthorizeEndpoint: Sendable {
    let platform: IdentityPlatform

    func add(to router: Router<ServingContext>) {
        router.get("/:tenant/oauth2/v2.0/authorize") { request, context in
            let parameters = FormParameters(encoded: request.uri.query ?? "")
            return try await answer(request, parameters, tenant: try context.parameters.require("tenant"))
        }
        router.post("/:tenant/oauth2/v2.0/authorize") { request, context in
            let parameters = try await RequestContent(of: request).form()
            return try await answer(request, parameters, tenant: try context.parameters.require("tenant"))
        }
    }

    private func answer(_ request: Request, _ parameters: FormParameters?, tenant: String) async throws -> Response {
        let door = AuthorizeDoor(platform: platform, request: request)
        return try await door.withRequest(parameters, tenant: tenant) { authorize in
            let members = try await platform.sessions.arrivals(of: request)
                .filter { authorize.target.directory(of: $0.person) != nil }
            if let member = try authorize.silentMember(among: members) {
                return try await SignInSteps(platform: platform).proceed(authorize, as: member, request: request)
            }
            if let hint = authorize.loginHint.map(LoginHint.subject), !authorize.prompt.contains("select_account"),
                let person = try await platform.database.person(hint, in: authorize.target.directories)
            {
                return try await platform.pages.password(authorize, person: person, request: request)
            }
            return try await AccountChoice(platform: platform).page(authorize, among: members, request: request)
        }
    }
}

extension AuthorizeRequest {
    /// Who can be signed in without a page.
    ///
    /// - Throws: ``EntraError`` (50058) if no page may be shown and nobody can.
    fileprivate func silentMember(among members: [BrowserSessions.Member]) throws -> BrowserSessions.Member? {
        let hinted = loginHint.map { hint in
            members.filter { $0.person.isNamed(LoginHint.subject(of: hint)) }
        }
        let candidates = hinted ?? members
        if prompt.contains("none") {
            guard candidates.count == 1 else { throw EntraError.notSignedIn }
            return candidates[0]
        }
        return prompt.isDisjoint(with: ["login", "select_account"]) && candidates.count == 1
            ? candidates[0] : nil
    }
}
