// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PageTemplates
import TenantAuthorization
import TenantDirectory

/// Handles the form of the consent page.
///
/// The form token is bound to the person, their sign-in time, and the request, so only the person who saw this page,
/// after all earlier steps, can agree.
struct ConsentEndpoint: Sendable {
    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        router.post("/:tenant/consent") { request, context in
            try await platform.withPageForm(of: request) { form in
                try await answer(form, request: request, tenant: try context.parameters.require("tenant"))
            }
        }
        router.get("/:tenant/consent") { _, _ in
            try platform.pages.problem(.partOfSignIn, correlationID: nil)
        }
    }

    private func answer(_ form: FormParameters, request: Request, tenant: String) async throws -> Response {
        let personID = try form.once("person")
        let carried = try CarriedRequest(in: form)
        let members = try await platform.sessions.members(of: request)
        guard let member = members.first(where: { $0.person.id == personID }) else {
            return try platform.pages.problem(.partOfSignIn, correlationID: nil)
        }
        try platform.pages.checkForm(form, purpose: ConsentPage.purpose(of: member, carried), request: request)
        let boundary = AuthorizeErrorBoundary(platform: platform, request: request)
        return try await boundary.withCarried(carried, tenant: tenant) { authorize in
            guard authorize.target.directory(of: member.person) != nil else { throw EntraError.cancelled }
            return try await step(authorize, as: member, form: form, members: members, request: request)
        }
    }

    private func step(
        _ authorize: AuthorizeRequest, as member: BrowserSessions.Member, form: FormParameters,
        members: [BrowserSessions.Member], request: Request
    ) async throws -> Response {
        let step = ConsentStep(platform: platform)
        let question = try await step.question(authorize, to: member.person)
        switch try form.once("answer") {
        case "accept" where question.isAnswerable:
            let seal = platform.pages.form(authorize, request: request).proof(of: question.statement)
            guard let shown = try form.once(ConsentPage.questionField), shown.isSameSecret(as: seal) else {
                // The page is outdated, and would now grant other permissions: show it again.
                return try await SignInSteps(platform: platform).proceed(authorize, as: member, request: request)
            }
            let isForEverybody = try form.once("everybody") != nil || question.isForEverybody
            try await step.accept(question, for: isForEverybody ? .organization : .person)
            return try await SignInSteps(platform: platform)
                .proceed(authorize, as: member, request: request, hasAgreed: true)
        case "other":
            return try await AccountChoice(platform: platform).page(authorize, among: members, request: request)
        default:
            throw question.refusal ?? EntraError.cancelled
        }
    }
}

/// The page with the requested permissions, and the one that explains why the person may not grant them.
struct ConsentPage {
    /// Carries the seal of the page's question.
    static let questionField = "question"

    let form: SignInForm
    let question: ConsentQuestion

    /// Binds the form's token to one person, one sign-in, and one request.
    static func purpose(of member: BrowserSessions.Member, _ carried: CarriedRequest) -> String {
        "consent of \(member.person.id) signed in at \(member.authenticatedAt.seconds) to \(carried.text)"
    }

    var values: PageValues {
        var values = form.values
        values["questionField"] = Self.questionField
        values["question"] = form.proof(of: question.statement)
        values["person"] = question.person.id
        values["displayName"] = question.person.displayName
        values["username"] = question.person.userPrincipalName
        values["initials"] = PersonEntry(question.person).values["initials"]
        values["publisherDomain"] = question.publisherDomain
        values["directoryName"] = question.tenant.displayName
        values["isAdministrator"] = question.person.isAdministrator && !question.isForEverybody
        values["isForEverybody"] = question.isForEverybody
        values["isPersonal"] = question.tenant.kind != .organization
        values["permissions"] = (question.isAnswerable ? question.permissions : question.forbidden).map(\.values)
        values["myAppsPath"] = TenantPath.myApps
        if let refusal = question.refusal { values["code"] = "AADSTS\(refusal.number)" }
        return values
    }
}

extension Pages {
    func consent(
        _ question: ConsentQuestion, _ authorize: AuthorizeRequest, member: BrowserSessions.Member, request: Request
    ) -> Response {
        page("consent", question, authorize, member: member, request: request)
    }

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

    func myApps(_ people: [MyAppsPage.Person], in catalogue: PermissionCatalogue, request: Request) -> Response {
        let cookie = cookie(of: request)
        let token = protection.token(for: cookie.value, purpose: MyAppsPage.purpose)
        return html("my-apps", MyAppsPage(people: people, catalogue: catalogue, token: token).values, cookie: cookie)
    }
}
