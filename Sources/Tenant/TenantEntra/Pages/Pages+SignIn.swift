// SPDX-License-Identifier: Apache-2.0
import HTTPServing
package import Hummingbird
package import TenantAuthorization
import TenantDirectory

extension Pages {
    /// The account picker.
    func picker(
        _ authorize: AuthorizeRequest, members: [BrowserSessions.Member], people: PeopleSearch.Result,
        hinted: DirectoryPerson? = nil, username: String? = nil, error: String? = nil, request: Request
    ) async throws -> Response {
        let form = form(authorize, request: request)
        let signedIn = Set(members.map(\.person.id))
        let hintedFirst = (hinted.map { [$0] } ?? []) + people.people.filter { $0.id != hinted?.id }
        let page = PickerPage(
            form: form, directoryName: authorize.selector.displayName, error: error,
            loginHint: username ?? authorize.loginHint,
            sessions: (members.filter { $0.person.id == hinted?.id } + members.filter { $0.person.id != hinted?.id })
                .map { PersonEntry($0.person) },
            directories: authorize.offeredDirectories,
            people: hintedFirst.filter { !signedIn.contains($0.id) }, othersCount: people.othersCount,
            hintedTenantID: hinted?.tenantID)
        return html("pick-account", page.values, policy: policy(for: authorize), cookie: form.cookie)
    }

    /// The page on which the person types the password.
    func password(
        _ authorize: AuthorizeRequest, person: DirectoryPerson, error: String? = nil, request: Request
    ) async throws -> Response {
        let form = form(authorize, request: request)
        let home = authorize.target.directories.first { $0.id == person.tenantID }
        let page = PasswordPage(
            form: form, person: person, error: error, hint: person.passwordHint(in: home, samples))
        return html(
            "password", page.values, policy: policy(for: authorize), cookie: form.cookie)
    }

    /// The page about a problem that must not be redirected to the app.
    package func problem(_ problem: SignInProblem, correlationID: CorrelationID?) throws -> Response {
        let reply = ErrorReply(problem.error, settings: settings, correlationID: correlationID)
        return html(
            "problem", ProblemPage(problem: problem, reply: reply).values, status: .badRequest, policy: .page())
    }

    /// The content that a form of the sign-in carries.
    func form(_ authorize: AuthorizeRequest, request: Request) -> SignInForm {
        SignInForm(authorize, cookie: cookie(of: request), protection: protection)
    }

    /// Chrome applies the page's `form-action` also to redirects after the form.
    func policy(for authorize: AuthorizeRequest) -> HTTPServing.ContentSecurityPolicy {
        .page(formsMayLeadTo: [authorize.target.redirectURI].compactMap(\.self))
    }
}
