// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PageTemplates
import TenantAuthorization
import TenantDirectory

extension Pages {
    func first(of authorize: UserFlowRequest, email address: String, request: Request) -> Response {
        let flow = authorize.place.flow
        guard flow.beginsWithPassword, !authorize.prompt.contains("create") else {
            let purpose: EmailProofPurpose = flow.kind == .passwordReset ? .passwordReset : .signUp
            return form("customer-email", authorize, purpose, email: address, cookie: cookie(of: request))
        }
        return signIn(authorize, email: address, request: request)
    }

    func signIn(_ authorize: UserFlowRequest, email: String, error: String? = nil, request: Request) -> Response {
        let flow = authorize.place.flow
        let values: PageValues = [
            "maySignUp": flow.kind == .signUpOrSignIn, "mayBeKept": flow.keepSignedInDays > 0,
            "isForProfile": flow.kind == .profileEdit,
        ]
        return form("customer-sign-in", authorize, email: email, error: error, values, cookie: cookie(of: request))
    }

    func details(
        _ authorize: UserFlowRequest, _ purpose: EmailProofPurpose, verified: VerifiedEmail, profile: CustomerProfile,
        error: String?, request: Request
    ) -> Response {
        let values: PageValues = [
            "verified": verified.proof, "rules": authorize.place.dialect.passwordRules.words,
            "fields": profile.pageValues,
        ]
        return form(
            "customer-details", authorize, purpose, email: verified.email, error: error, values,
            cookie: cookie(of: request))
    }

    func profile(
        _ authorize: UserFlowRequest, _ profile: CustomerProfile, of member: CustomerSessions.Member, request: Request
    ) -> Response {
        let cookie = cookie(of: request)
        let proof = CustomerProof(of: member, isNew: false, in: authorize, pages: self, cookie: cookie)
        let values: PageValues = ["fields": profile.pageValues]
        return form(
            "customer-profile", authorize, email: member.customer.email, error: profile.problem?.text,
            values.merging(proof.values), cookie: cookie)
    }

    func signedOut(of place: ResolvedUserFlow) -> Response { html("customer-signed-out", brand(of: place)) }

    func form(
        _ template: String, _ authorize: UserFlowRequest, _ purpose: EmailProofPurpose? = nil, email: String,
        error: String? = nil, _ more: PageValues = [:], cookie: FormCookie
    ) -> Response {
        let place = authorize.place
        let own: PageValues = [
            "appName": authorize.target.client.displayName, "action": place.formAction, "email": email,
            "emailParts": email.addressParts, "isReset": purpose == .passwordReset, "isSignUp": purpose == .signUp,
            "errand": purpose?.rawValue ?? "",
            "carried": [["name": Pages.carriedField, "value": authorize.parameters.encoded]],
        ]
        var values = own.merging(more).merging(brand(of: place))
        values["error"] = error
        values["csrf"] = protection.token(for: cookie.value, purpose: Pages.purpose)
        let policy = ContentSecurityPolicy.page(formsMayLeadTo: [authorize.target.redirectURI])
        return html(template, values, policy: policy, cookie: cookie)
    }

    private func brand(of place: ResolvedUserFlow) -> PageValues {
        let look = place.flow.look
        var values: PageValues = ["directoryName": look.title ?? place.tenant.displayName]
        if look.logo != nil { values["logo"] = place.lookPath(.logo) }
        if look.hasTheme { values["theme"] = place.lookPath(.theme) }
        return values
    }

    /// Valid only in the browser that sent the form.
    func browserSeal(_ statement: String, request: Request) -> String { seal(statement, cookie: cookie(of: request)) }

    /// For a browser that may get its cookie with this response.
    func seal(_ statement: String, cookie: FormCookie) -> String {
        protection.token(for: cookie.value, purpose: statement)
    }
}
