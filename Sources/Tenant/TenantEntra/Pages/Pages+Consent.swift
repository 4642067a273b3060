// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird
import OAuth
import TenantAuthorization
import TenantDirectory

extension Pages {
    /// The page where the person consents to an app's permissions.
    func consent(
        _ question: ConsentQuestion, _ authorize: AuthorizeRequest, member: BrowserSessions.Member, request: Request
    ) -> Response {
        page("consent", question, authorize, member: member, request: request)
    }

    /// The page that says why the person may not agree, and names the next step.
    func approval(
        _ question: ConsentQuestion, _ authorize: AuthorizeRequest, member: BrowserSessions.Member, request: Request
    ) -> Response {
        page("approval", question, authorize, member: member, request: request)
    }

    private func page(
        _ template: String, _ question: ConsentQuestion, _ authorize: AuthorizeRequest,
        member: BrowserSessions.Member, request: Request
    ) -> Response {
        let form = SignInForm(
            authorize, cookie: cookie(of: request), protection: protection,
            purpose: ConsentPage.purpose(of: member, authorize.carried), place: "consent")
        return html(
            template, ConsentPage(form: form, question: question).values, policy: policy(for: authorize),
            cookie: form.cookie)
    }

    /// The page where people revoke the permissions of apps.
    func myApps(_ people: [MyAppsPage.Person], in catalogue: PermissionCatalogue, request: Request) -> Response {
        let cookie = cookie(of: request)
        let token = protection.token(for: cookie.value, purpose: MyAppsPage.purpose)
        return html(
            "my-apps", MyAppsPage(people: people, catalogue: catalogue, token: token).values, cookie: cookie)
    }
}
