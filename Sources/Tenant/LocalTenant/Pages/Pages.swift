// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import Mustache
import NIOCore
import OAuth

/// Renders the pages, with the policy and the form protection that each one needs.
struct Pages: Sendable {
    /// The form field in which the authorization request travels.
    static let carriedField = "request"

    let settings: TenantSettings
    private let library: MustacheLibrary
    let protection: CSRFProtection

    init(settings: TenantSettings, csrfKey: [UInt8]) throws {
        self.settings = settings
        protection = CSRFProtection(key: csrfKey, origins: settings.names.origins)
        library = try Self.templates.get()
    }

    /// Parsed once in each program: that takes longer than all else at the start of a tenant in memory.
    private static let templates = Result {
        MustacheContentTypes.register(ScalarEscaping(), named: ScalarEscaping.name)
        var library = MustacheLibrary()
        let sources: [(String, [UInt8])] = [
            ("layout", PackageResources.layout_mustache), ("carried", PackageResources.carried_mustache),
            ("home", PackageResources.home_mustache), ("pick-account", PackageResources.pick_account_mustache),
            ("password", PackageResources.password_mustache), ("problem", PackageResources.problem_mustache),
            ("consent", PackageResources.consent_mustache), ("approval", PackageResources.approval_mustache),
            ("permissions", PackageResources.permissions_mustache),
            ("my-apps", PackageResources.my_apps_mustache),
            ("out-of-band", PackageResources.out_of_band_mustache),
            ("error-lookup", PackageResources.error_lookup_mustache),
            ("form-post", PackageResources.form_post_mustache),
            ("customer-sign-in", PackageResources.customer_sign_in_mustache),
            ("customer-email", PackageResources.customer_email_mustache),
            ("customer-code", PackageResources.customer_code_mustache),
            ("customer-details", PackageResources.customer_details_mustache),
            ("customer-brand", PackageResources.customer_brand_mustache),
            ("customer-fields", PackageResources.customer_fields_mustache),
            ("customer-profile", PackageResources.customer_profile_mustache),
            ("customer-factor", PackageResources.customer_factor_mustache),
            ("customer-phone", PackageResources.customer_phone_mustache),
            ("customer-signed-out", PackageResources.customer_signed_out_mustache),
            ("inbox", PackageResources.inbox_mustache), ("inbox-notice", PackageResources.inbox_notice_mustache),
            ("second-factor", PackageResources.second_factor_mustache),
            ("user-code", PackageResources.user_code_mustache),
            ("device-confirmation", PackageResources.device_confirmation_mustache),
            ("access-refused", PackageResources.access_refused_mustache),
            ("password-change", PackageResources.password_change_mustache),
            ("enrolment", PackageResources.enrolment_mustache),
            ("message", PackageResources.message_mustache), ("sign-out", PackageResources.sign_out_mustache),
            ("signed-out", PackageResources.signed_out_mustache),
            ("standard-consent", PackageResources.standard_consent_mustache),
            ("standard-problem", PackageResources.standard_problem_mustache),
            ("standard-sign-out", PackageResources.standard_sign_out_mustache),
        ]
        for (name, bytes) in sources {
            try library.register(String(decoding: bytes, as: UTF8.self), named: name)
        }
        return library
    }

    /// The page on which the person says who they are.
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
            form: form, person: person, error: error, hint: try person.passwordHint(in: home))
        return html(
            "password", page.values, policy: policy(for: authorize), cookie: form.cookie)
    }

    /// The page about a problem that must not be sent on.
    func problem(_ problem: SignInProblem, correlationID: CorrelationID?) throws -> Response {
        let reply = ErrorReply(problem.error, settings: settings, correlationID: correlationID)
        return html(
            "problem", ProblemPage(problem: problem, reply: reply).values, status: .badRequest, policy: .page())
    }

    /// The page that says who can sign in, and how.
    func home(_ page: HomePage) -> Response {
        html("home", page.values, policy: .page())
    }

    /// Refuses a form that was not made by a page of ours for this browser.
    ///
    /// - Throws: `RequestRefusal`.
    func checkForm(_ form: FormParameters, purpose: String = SignInForm.purpose, request: Request) throws {
        try protection.judge(
            try SubmittedForm(request, parameters: form, cookie: csrfCookie), purpose: purpose)
    }

    /// What a form of the sign-in carries along.
    func form(_ authorize: AuthorizeRequest, request: Request) -> SignInForm {
        SignInForm(authorize, cookie: cookie(of: request), protection: protection)
    }

    private var csrfCookie: BrowserCookie { settings.cookie("form") }

    /// The cookie that ties a form to the browser; a browser without one gets one.
    func cookie(of request: Request) -> SignInForm.Cookie {
        if let value = csrfCookie.value(in: request), !value.isEmpty { return .kept(value) }
        let value = CSRFProtection.newCookieValue(from: settings.random)
        return .new(value, field: csrfCookie.setting(value))
    }

    /// Chrome holds the redirect after a form to the page's policy too.
    func policy(for authorize: AuthorizeRequest) -> HTTPServing.ContentSecurityPolicy {
        .page(formsMayLeadTo: [authorize.target.redirectURI].compactMap(\.self))
    }

    /// A page from a template, with the style sheet.
    func html(
        _ template: String, _ values: [String: Any], status: HTTPResponse.Status = .ok,
        policy: HTTPServing.ContentSecurityPolicy = .page(),
        cookie: SignInForm.Cookie? = nil
    ) -> Response {
        var values = values
        values["stylesheet"] = StyleSheet.path
        let text = library.render(values, withTemplate: template) ?? ""
        var response = Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        response.headers[.contentSecurityPolicy] = policy.text
        if case .new(_, let field) = cookie { response.headers.append(HTTPField(name: .setCookie, value: field)) }
        return response
    }
}
