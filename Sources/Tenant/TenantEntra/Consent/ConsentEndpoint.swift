// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
package import Hummingbird
import OAuth
package import TenantAuthorization
import TenantDirectory

/// Takes the form of the consent page.
///
/// The form token is bound to the person, the time of their sign-in, and the request. Only the person that saw this
/// page, after all earlier steps, can agree.
package struct ConsentEndpoint: Sendable {
    package let platform: PlatformContext

    package init(platform: PlatformContext) {
        self.platform = platform
    }

    package func add(to router: Router<ServingContext>) {
        router.post("/:tenant/consent") { request, context in
            let form = try await RequestContent(of: request).form()
            do {
                return try await answer(form, request: request, tenant: try context.parameters.require("tenant"))
            } catch let refusal as Refusal {
                return try platform.pages.problem(.unreadable(refusal.message), correlationID: nil)
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
        let door = AuthorizeDoor(platform: platform, request: request)
        return try await door.withCarried(carried, tenant: tenant) { authorize in
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
                // The page is outdated and would grant other permissions now: it asks again.
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
