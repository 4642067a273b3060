// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
import OAuthMessages
import PageTemplates
package import TenantAuthorization
import TenantDirectory

struct SignInForm {
    let cookie: FormCookie
    let authorize: AuthorizeRequest
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
    func html(
        _ template: String, _ form: SignInForm, _ values: PageValues, of person: DirectoryPerson? = nil,
        error: String? = nil, status: HTTPResponse.Status = .ok
    ) -> Response {
        var all = form.values.merging(values)
        all["error"] = error
        all["username"] = person?.userPrincipalName
        all["usernameParts"] = person?.userPrincipalName.addressParts
        all["displayName"] = person?.displayName
        // Chrome also applies `form-action` to redirects after the form.
        return html(
            template, all, status: status,
            policy: .page(formsMayLeadTo: [form.authorize.target.redirectURI].compactMap(\.self)), cookie: form.cookie)
    }

    func password(
        _ authorize: AuthorizeRequest, person: DirectoryPerson, error: String? = nil, request: Request
    ) async throws -> Response {
        let form = form(authorize, request: request)
        let home = authorize.target.directories.first { $0.id == person.tenantID }
        var values: PageValues = [:]
        values["passwordHint"] = person.passwordHint(in: home, samples)
        return html("password", form, values, of: person, error: error)
    }

    package func problem(_ problem: SignInProblem, correlationID: CorrelationID?) throws -> Response {
        let reply = ErrorReply(problem.error, settings: settings, correlationID: correlationID)
        return self.problem(
            problem.title, code: "AADSTS\(problem.error.number)", message: problem.error.text, facts: problem.facts,
            hint: problem.hint, trace: reply.trace)
    }

    func form(_ authorize: AuthorizeRequest, request: Request) -> SignInForm {
        SignInForm(authorize, cookie: cookie(of: request), protection: protection)
    }
}
