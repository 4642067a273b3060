// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import OAuthMessages
import TenantAuthorization
import TenantDirectory

/// The endpoint where an administrator consents for a whole directory; the app then gets the granted scopes, no code.
struct AdminConsentEndpoint: Sendable {
    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        router.get("/:tenant/v2.0/adminconsent") { request, context in
            let parameters = FormParameters(encoded: request.uri.query ?? "")
            let boundary = AuthorizeErrorBoundary(platform: platform, request: request, kind: .adminConsent)
            return try await boundary.withRequest(parameters, tenant: try context.parameters.require("tenant")) {
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
    init(
        adminConsent parameters: FormParameters, to target: AuthorizeTarget, at selector: TenantSelector,
        resolution: ScopeResolution
    ) throws {
        self.target = .administrator(target)
        self.selector = selector
        self.parameters = parameters
        guard let asked = try parameters.once("scope", keepingEmpty: true, orThrow: EntraError.malformedRequest)
        else {
            throw EntraError.missingParameter("scope")
        }
        scopes = try resolution.resolve(ScopeSet(text: asked))
        // The page also lists earlier consents: the administrator decides about all of them.
        prompt = ["consent"]
        (nonce, loginHint, codeChallenge) = (nil, nil, nil)
    }
}
