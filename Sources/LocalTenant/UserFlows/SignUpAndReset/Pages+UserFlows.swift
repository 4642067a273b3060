// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird
import OAuth

extension Pages {
    /// The page that a user flow begins with.
    func first(of authorize: UserFlowRequest, email address: String, request: Request) -> Response {
        switch authorize.place.flow {
        case .signUpOrSignIn: signIn(authorize, email: address, request: request)
        case .passwordReset: email(authorize, email: address, request: request)
        }
    }

    /// The page for e-mail address and password.
    func signIn(
        _ authorize: UserFlowRequest, email: String, error: String? = nil, request: Request
    ) -> Response {
        form("customer-sign-in", authorize, email: email, error: error, [:], request: request)
    }

    /// The page for the address that a code shall be sent to.
    func email(_ authorize: UserFlowRequest, email: String, error: String? = nil, request: Request) -> Response {
        form("customer-email", authorize, email: email, error: error, [:], request: request)
    }

    /// The page for the code.
    func code(_ authorize: UserFlowRequest, email: String, error: String? = nil, request: Request) -> Response {
        form("customer-code", authorize, email: email, error: error, [:], request: request)
    }

    /// The page for the new password and, after signing up, for the names.
    func details(
        _ authorize: UserFlowRequest, verified: VerifiedEmail, profile: CustomerProfile?, error: String?,
        request: Request
    ) -> Response {
        let values: [String: Any] = [
            "verified": verified.proof, "rules": PasswordRules.words, "displayName": profile?.displayName ?? "",
            "givenName": profile?.givenName ?? "", "surname": profile?.surname ?? "",
        ]
        return form("customer-details", authorize, email: verified.email, error: error, values, request: request)
    }

    /// The page for somebody who signed out of no app in particular.
    func signedOut(of tenant: Tenant) -> Response {
        html("customer-signed-out", ["directoryName": tenant.displayName])
    }

    /// The page about a problem that must not be sent on.
    func userFlowProblem(_ problem: UserFlowProblem, correlationID: CorrelationID?) -> Response {
        let reply = UserFlowErrorReply(problem.error, settings: settings, correlationID: correlationID)
        let values: [String: Any] = [
            "title": problem.title, "code": problem.error.name, "message": problem.error.text,
            "facts": problem.facts.map { ["label": $0.label, "values": $0.values] as [String: Any] },
            "hint": problem.hint, "correlationID": reply.correlationID, "timestamp": reply.timestamp,
        ]
        return html("problem", values, status: problem.error.status)
    }

    private func form(
        _ template: String, _ authorize: UserFlowRequest, email: String, error: String?, _ more: [String: Any],
        request: Request
    ) -> Response {
        let place = authorize.place
        var values: [String: Any] = [
            "appName": authorize.target.client.displayName, "directoryName": place.tenant.displayName,
            "action": place.formAction, "email": email, "emailParts": email.addressParts,
            "isReset": place.flow == .passwordReset, "isSignUp": place.flow == .signUpOrSignIn,
            "carried": [["name": Pages.carriedField, "value": authorize.parameters.encoded]],
        ].merging(more) { $1 }
        values["error"] = error
        let cookie = cookie(of: request)
        values["csrf"] = protection.token(for: cookie.value, purpose: SignInForm.purpose)
        let policy = ContentSecurityPolicy.page(formsMayLeadTo: [authorize.target.redirectURI])
        return html(template, values, policy: policy, cookie: cookie)
    }

    /// A seal on a statement; it holds in the browser alone that sent the form.
    func browserSeal(_ statement: String, request: Request) -> String {
        protection.token(for: cookie(of: request).value, purpose: statement)
    }
}
