// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
import HTTPTypes
package import Hummingbird
import OAuth
package import TenantAuthorization
import TenantDirectory

/// Where an app sends the administrator of a directory, to consent for everybody before anybody signs in.
///
/// The way through the pages is that of a sign-in; at its end the app gets no code, but hears what was agreed to.
package struct AdminConsentEndpoint: Sendable {
    package let platform: PlatformContext

    package init(platform: PlatformContext) {
        self.platform = platform
    }

    package func add(to router: Router<ServingContext>) {
        router.get("/:tenant/v2.0/adminconsent") { request, context in
            let parameters = FormParameters(encoded: request.uri.query ?? "")
            let door = AuthorizeDoor(platform: platform, request: request, kind: .adminConsent)
            return try await door.withRequest(parameters, tenant: try context.parameters.require("tenant")) {
                authorize in
                let arrivals = try await platform.sessions.arrivals(of: request)
                    .filter { authorize.target.directory(of: $0.person) != nil }
                if let only = arrivals.first, arrivals.count == 1, only.person.isAdministrator {
                    return try await SignInSteps(platform: platform).proceed(authorize, as: only, request: request)
                }
                return try await AccountChoice(platform: platform).page(authorize, among: arrivals, request: request)
            }
        }
    }
}

extension AuthorizeRequest {
    /// A request for an administrator's consent.
    ///
    /// - Throws: ``EntraError`` (28003, 500011, 70011, 900144), which goes to the app.
    init(
        adminConsent parameters: FormParameters, to target: AuthorizeTarget, at selector: TenantSelector,
        resolution: ScopeResolution
    ) throws {
        self.target = .administrator(target)
        self.selector = selector
        self.parameters = parameters
        guard let asked = try parameters.once("scope", orThrow: EntraError.malformedRequest) else {
            throw EntraError.missingParameter("scope")
        }
        scopes = try resolution.resolve(ScopeSet(text: asked))
        // What was agreed to before stands on the page too: the administrator answers for all of it.
        prompt = ["consent"]
        (nonce, loginHint, codeChallenge) = (nil, nil, nil)
    }
}
