// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
import OAuthMessages
import PageTemplates
package import TenantAuthorization
import TenantDirectory

/// The content of every form of the sign-in.
struct SignInForm {
    let cookie: FormCookie
    private let authorize: AuthorizeRequest
    private let place: String
    private let token: String
    private let protection: CSRFProtection

    /// Without a `purpose`, the form's token is for the next step of this sign-in.
    init(
        _ authorize: AuthorizeRequest, cookie: FormCookie, protection: CSRFProtection, purpose: String? = nil,
        place: String = "login"
    ) {
        self.authorize = authorize
        self.cookie = cookie
        self.protection = protection
        self.place = place
        token = protection.token(for: cookie.value, purpose: purpose ?? authorize.carried.purpose)
    }

    /// A second token, for a form with one purpose only.
    func proof(of purpose: String) -> String { protection.token(for: cookie.value, purpose: purpose) }

    var values: PageValues {
        [
            "appName": authorize.target.client.displayName,
            "action": "/\(authorize.selector.name)/\(place)",
            "csrf": token,
            "carried": [["name": authorize.carried.field.name, "value": authorize.carried.field.value]],
        ]
    }
}

extension Pages {
    func picker(
        _ authorize: AuthorizeRequest, members: [BrowserSessions.Member], people: PeopleExcerpt,
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
            people: hintedFirst.filter { !signedIn.contains($0.id) }, others: people.others,
            hintedTenantID: hinted?.tenantID)
        return html("pick-account", page.values, policy: policy(for: authorize), cookie: form.cookie)
    }

    func password(
        _ authorize: AuthorizeRequest, person: DirectoryPerson, error: String? = nil, request: Request
    ) async throws -> Response {
        let form = form(authorize, request: request)
        let home = authorize.target.directories.first { $0.id == person.tenantID }
        let page = PasswordPage(form: form, person: person, error: error, hint: person.passwordHint(in: home, samples))
        return html("password", page.values, policy: policy(for: authorize), cookie: form.cookie)
    }

    /// The page about a problem that must not be redirected to the app.
    package func problem(_ problem: SignInProblem, correlationID: CorrelationID?) throws -> Response {
        let reply = ErrorReply(problem.error, settings: settings, correlationID: correlationID)
        return self.problem(
            problem.title, code: "AADSTS\(problem.error.number)", message: problem.error.text, facts: problem.facts,
            hint: problem.hint, trace: reply.trace)
    }

    func form(_ authorize: AuthorizeRequest, request: Request) -> SignInForm {
        SignInForm(authorize, cookie: cookie(of: request), protection: protection)
    }

    /// Chrome also applies `form-action` to redirects after the form.
    func policy(for authorize: AuthorizeRequest) -> HTTPServing.ContentSecurityPolicy {
        .page(formsMayLeadTo: [authorize.target.redirectURI].compactMap(\.self))
    }
}

struct PasswordPage {
    let form: SignInForm
    let person: DirectoryPerson
    let error: String?
    let hint: String?

    var values: PageValues {
        var values = form.values
        values["username"] = person.userPrincipalName
        values["usernameParts"] = person.userPrincipalName.addressParts
        values["displayName"] = person.displayName
        values["error"] = error
        values["passwordHint"] = hint
        return values
    }
}
