// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PageTemplates
import TenantAuthorization
import TenantDirectory

/// The form token is bound to person, sign-in time, and request, so only a person who saw the page can agree.
struct ConsentEndpoint: Sendable {
    fileprivate static let questionField = "question"

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
        try platform.pages.checkForm(form, purpose: Self.purpose(of: member, carried), request: request)
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
            guard let shown = try form.once(Self.questionField), shown.isSameSecret(as: seal) else {
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

    fileprivate static func purpose(of member: BrowserSessions.Member, _ carried: CarriedRequest) -> String {
        "consent of \(member.person.id) signed in at \(member.authenticatedAt.seconds) to \(carried.text)"
    }
}

extension Pages {
    func consent(
        _ question: ConsentQuestion, _ authorize: AuthorizeRequest, member: BrowserSessions.Member, request: Request
    ) -> Response {
        let form = SignInForm(
            authorize, cookie: cookie(of: request), protection: protection,
            purpose: ConsentEndpoint.purpose(of: member, authorize.carried), place: "consent")
        var values: PageValues = [
            "questionField": ConsentEndpoint.questionField, "question": form.proof(of: question.statement),
            "person": question.person.id, "publisherDomain": question.publisherDomain,
            "directoryName": question.tenant.displayName,
            "isAdministrator": question.person.isAdministrator && !question.isForEverybody,
            "isForEverybody": question.isForEverybody, "isPersonal": question.tenant.kind != .organization,
            "permissions": (question.isAnswerable ? question.permissions : question.forbidden).map(\.values),
            "myAppsPath": TenantPath.myApps,
        ]
        values["initials"] = PersonEntry(question.person).values["initials"]
        if let refusal = question.refusal { values["code"] = "AADSTS\(refusal.number)" }
        return html(question.isAnswerable ? "consent" : "approval", form, values, of: question.person)
    }
}
