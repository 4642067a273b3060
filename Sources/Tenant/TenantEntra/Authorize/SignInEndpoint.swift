// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
import OAuthMessages
import PortableFoundation
package import TenantAuthorization
import TenantDirectory

/// Validates the authorization request of each form again, because a browser could have changed it.
struct SignInEndpoint: Sendable {
    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        router.post("/:tenant/login") { request, context in
            try await platform.withPageForm(of: request) { form in
                try await answer(form, request: request, tenant: try context.parameters.require("tenant"))
            }
        }
        // A reload or a bookmark of the page after a form sends this request.
        router.get("/:tenant/login") { _, _ in
            try platform.pages.problem(.partOfSignIn, correlationID: nil)
        }
    }

    private func answer(_ form: FormParameters, request: Request, tenant: String) async throws -> Response {
        let carried = try CarriedRequest(in: form)
        try platform.pages.checkForm(form, purpose: carried.purpose, request: request)
        let boundary = AuthorizeErrorBoundary(platform: platform, request: request)
        return try await boundary.withCarried(carried, tenant: tenant) { authorize in
            try await step(authorize, form: form, request: request)
        }
    }

    private func step(_ authorize: AuthorizeRequest, form: FormParameters, request: Request) async throws -> Response {
        if try form.once("cancel") != nil { throw EntraError.cancelled }
        let members = try await platform.sessions.arrivals(of: request)
        let username = (try form.once("username") ?? "").trimmed()
        let person = try await platform.database.person(username, in: authorize.target.directories)
        guard let person, try form.once("back") == nil else {
            let error = person == nil ? try await refusal(of: username, authorize) : nil
            return try await AccountChoice(platform: platform)
                .page(authorize, among: members, username: username, error: error, request: request)
        }
        RefusalNote.about(person: person.userPrincipalName)
        if try form.once(PasswordChange.newPasswordField) != nil {
            return try await PasswordChange(platform: platform).judge(form, of: person, authorize, request: request)
        }
        if let password = try form.once("password") {
            return try await signIn(person, password: password, authorize, members: members, request)
        }
        let member = members.first { $0.person.id == person.id }
        if let member, try form.once(SecondFactorEnrolment.proofField) != nil {
            return try await SecondFactorEnrolment(platform: platform)
                .judge(form, of: member, authorize, request: request)
        }
        if let member, try form.once(TermsOfUse.agreementField) != nil {
            return try await TermsOfUse(platform: platform).judge(form, of: member, authorize, request: request)
        }
        if let member, try form.once("code") != nil {
            return try await SecondFactor(platform: platform).judge(form, of: member, authorize, request: request)
        }
        if let member, !authorize.prompt.contains("login") {
            return try await SignInSteps(platform: platform).proceed(authorize, as: member, request: request)
        }
        return try await platform.pages.password(authorize, person: person, request: request)
    }

    private func refusal(of username: String, _ authorize: AuthorizeRequest) async throws -> String {
        guard let person = try await platform.database.person(username),
            let home = try await platform.database.tenant(person.tenantID), home.kind != .customers
        else {
            RefusalNote.refuse(ErrorCatalogue.entraID.rule("50034"))
            return "No user here has this user name. Check the spelling, or pick a user from the list. (AADSTS50034)"
        }
        let error = EntraError.foreignAccount(
            person, of: home.displayName, at: authorize.selector.displayName, client: authorize.target.client)
        RefusalNote.refuse(error.rule())
        return "AADSTS\(error.number): \(error.text)"
    }

    private func signIn(
        _ person: DirectoryPerson, password: String, _ authorize: AuthorizeRequest,
        members: [BrowserSessions.Member], _ request: Request
    ) async throws -> Response {
        do {
            try await platform.passwords.check(password, of: person)
        } catch PasswordRefusal.expired {
            return PasswordChange(platform: platform).ask(authorize, of: person, request: request)
        } catch let refusal as PasswordRefusal {
            RefusalNote.refuse(EntraError(refusal).rule())
            return try await platform.pages.password(
                authorize, person: person, error: refusal.textWithNumber, request: request)
        }
        let member = platform.sessions.newcomer(person, among: members)
        return try await SignInSteps(platform: platform).begin(authorize, as: member, request: request)
    }
}

package struct SignInSteps: Sendable {
    package let platform: PlatformContext

    package init(platform: PlatformContext) { self.platform = platform }

    /// The page of the first missing step, or the response to the app.
    ///
    /// `hasAgreed` also satisfies `prompt=consent`.
    ///
    /// - Throws: ``EntraError`` if a page is missing that may not be shown.
    package func proceed(
        _ authorize: AuthorizeRequest, as member: BrowserSessions.Member, request: Request, hasAgreed: Bool = false
    ) async throws -> Response {
        if let page = try await AccessStep(platform: platform).page(authorize, as: member, request: request) {
            return page
        }
        if !hasAgreed,
            let page = try await ConsentStep(platform: platform).page(authorize, as: member, request: request)
        {
            return page
        }
        return try await CodeReply(platform: platform).answer(authorize, member: member, request: request)
    }

    func begin(
        _ authorize: AuthorizeRequest, as member: BrowserSessions.Member, request: Request
    ) async throws -> Response {
        var response = try await proceed(authorize, as: member, request: request)
        let cookie = try await platform.sessions.add(member, to: request)
        response.headers.append(HTTPField(name: .setCookie, value: cookie))
        return response
    }
}
