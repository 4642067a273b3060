// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
import HTTPTypes
package import Hummingbird
import OAuth
package import TenantAuthorization
import TenantDirectory

/// The authorization endpoint: judges the request, then shows the account picker or, if the person is already signed
/// in, answers at once.
package struct AuthorizeEndpoint: Sendable {
    package let platform: PlatformContext

    package init(platform: PlatformContext) {
        self.platform = platform
    }

    package func add(to router: Router<ServingContext>) {
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
            let arrivals = try await platform.sessions.arrivals(of: request)
            if let member = try authorize.silentMember(among: arrivals) {
                return try await SignInSteps(platform: platform).proceed(authorize, as: member, request: request)
            }
            // With `prompt=select_account` the account picker shows the hinted account first.
            if !authorize.prompt.contains("select_account"), let person = try await hinted(by: authorize) {
                return try await platform.pages.password(authorize, person: person, request: request)
            }
            return try await AccountChoice(platform: platform).page(
                authorize, among: arrivals, hinted: try await hinted(by: authorize), request: request)
        }
    }

    /// The person that `login_hint` names.
    private func hinted(by authorize: AuthorizeRequest) async throws -> DirectoryPerson? {
        guard let hint = authorize.loginHint else { return nil }
        return try await platform.database.person(
            LoginHint(hint)?.personID ?? hint, in: authorize.target.directories)
    }
}
