// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PageTemplates
import TenantAuthorization
import TenantDirectory

extension Pages {
    /// The first page of a user flow.
    func first(of authorize: UserFlowRequest, email address: String, request: Request) -> Response {
        let flow = authorize.place.flow
        guard flow.beginsWithPassword, !authorize.prompt.contains("create") else {
            let purpose: EmailProofPurpose = flow.kind == .passwordReset ? .passwordReset : .signUp
            return email(authorize, purpose, email: address, request: request)
        }
        return signIn(authorize, email: address, request: request)
    }

    /// The page for e-mail address and password.
    func signIn(_ authorize: UserFlowRequest, email: String, error: String? = nil, request: Request) -> Response {
        let flow = authorize.place.flow
        let values: PageValues = [
            "maySignUp": flow.kind == .signUpOrSignIn, "mayBeKept": flow.keepSignedInDays > 0,
            "isForProfile": flow.kind == .profileEdit,
        ]
        return form("customer-sign-in", authorize, nil, email: email, error: error, values, cookie: cookie(of: request))
    }

    /// The page on which the person types the address for a code.
    func email(
        _ authorize: UserFlowRequest, _ purpose: EmailProofPurpose, email: String, error: String? = nil,
        request: Request
    ) -> Response {
        form("customer-email", authorize, purpose, email: email, error: error, [:], cookie: cookie(of: request))
    }

    /// The page for the code.
    func code(
        _ authorize: UserFlowRequest, _ purpose: EmailProofPurpose, email: String, error: String? = nil,
        request: Request
    ) -> Response {
        form("customer-code", authorize, purpose, email: email, error: error, [:], cookie: cookie(of: request))
    }

    /// The page for the new password and, at sign-up, for the fields of the flow.
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

    /// The page on which a customer edits their profile.
    func profile(
        _ authorize: UserFlowRequest, _ profile: CustomerProfile, of member: CustomerSessions.Member, request: Request
    ) -> Response {
        let cookie = cookie(of: request)
        let proof = CustomerProof(of: member, isNew: false, in: authorize, pages: self, cookie: cookie)
        return ofMember(
            "customer-profile", authorize, proof, email: member.customer.email, error: profile.problem?.text,
            ["fields": profile.pageValues], cookie: cookie)
    }

    /// A page for a customer after the right password.
    func ofMember(
        _ template: String, _ authorize: UserFlowRequest, _ proof: CustomerProof, email: String, error: String?,
        _ more: PageValues, cookie: FormCookie
    ) -> Response {
        form(template, authorize, nil, email: email, error: error, more.merging(proof.values), cookie: cookie)
    }

    /// The page after a sign-out that names no address to return to.
    func signedOut(of place: ResolvedUserFlow) -> Response { html("customer-signed-out", brand(of: place)) }

    private func form(
        _ template: String, _ authorize: UserFlowRequest, _ purpose: EmailProofPurpose?, email: String, error: String?,
        _ more: PageValues, cookie: FormCookie
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

    /// The values of a company's own design.
    private func brand(of place: ResolvedUserFlow) -> PageValues {
        let look = place.flow.look
        var values: PageValues = ["directoryName": look.title ?? place.tenant.displayName]
        if look.logo != nil { values["logo"] = place.lookPath(.logo) }
        if look.hasTheme { values["theme"] = place.lookPath(.theme) }
        return values
    }

    /// A seal on a statement; it is valid only in the browser that sent the form.
    func browserSeal(_ statement: String, request: Request) -> String { seal(statement, cookie: cookie(of: request)) }

    /// The same for a browser that may get its cookie with this response.
    func seal(_ statement: String, cookie: FormCookie) -> String {
        protection.token(for: cookie.value, purpose: statement)
    }
}
