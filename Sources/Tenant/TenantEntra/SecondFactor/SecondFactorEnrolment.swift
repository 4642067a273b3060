// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PageTemplates
import PortableFoundation
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

/// Saves a person's first phone number after the code sent to it; an existing number cannot be changed here.
struct SecondFactorEnrolment: Sendable {
    static let proofField = "enrolment"

    let platform: PlatformContext

    func ask(
        _ authorize: AuthorizeRequest, of member: BrowserSessions.Member, error: String? = nil, request: Request
    ) -> Response {
        page(authorize, member, form: platform.pages.form(authorize, request: request), phone: nil, error: error)
    }

    /// - Throws: `RequestRefusal` if the form belongs to another request, or to an earlier password.
    func judge(
        _ form: FormParameters, of member: BrowserSessions.Member, _ authorize: AuthorizeRequest, request: Request
    ) async throws -> Response {
        let page = platform.pages.form(authorize, request: request)
        let proof = try form.once(Self.proofField) ?? ""
        guard proof.isSameSecret(as: page.proof(of: purpose(member, authorize))) else {
            throw RequestRefusal(
                .formTokenMismatch, "This form belongs to another sign-in. Go back to the app and start again.")
        }
        guard member.person.secondFactorPhone == nil else {
            return try await SignInSteps(platform: platform).proceed(authorize, as: member, request: request)
        }
        guard let phone = PhoneNumber(try form.once("phone") ?? "") else {
            return ask(authorize, of: member, error: PhoneNumber.demand, request: request)
        }
        guard let code = try form.once("code"), try form.once("resend") == nil else {
            return try await send(to: phone, authorize, member, page)
        }
        let outcome = try await delivery(to: phone, of: member, page).check(code)
        switch outcome {
        case .accepted: return try await goOn(authorize, with: member, phone: phone, request: request)
        case .void: return try await send(to: phone, authorize, member, page, error: outcome.secondFactorError)
        case .wrong, .exhausted:
            return self.page(authorize, member, form: page, phone: phone, error: outcome.secondFactorError)
        }
    }

    /// Saves the number, unless the person has one by now; the code counts as second factor.
    private func goOn(
        _ authorize: AuthorizeRequest, with member: BrowserSessions.Member, phone: PhoneNumber, request: Request
    ) async throws -> Response {
        let enrolled = try await platform.database.write { database in
            var person = try DirectoryPerson.fetchOne(database, key: member.person.id)
            guard person?.secondFactorPhone == nil else { return person }
            try person?.updateChanges(database) { $0.secondFactorPhone = phone.text }
            return person
        }
        guard let enrolled else { throw EntraError.unknownGrant }
        var member = BrowserSessions.Member(
            person: enrolled, authenticatedAt: member.authenticatedAt, sessionID: member.sessionID)
        if enrolled.secondFactorPhone == phone.text { member.secondFactorAt = platform.settings.now() }
        return try await SignInSteps(platform: platform).begin(authorize, as: member, request: request)
    }

    private func send(
        to phone: PhoneNumber, _ authorize: AuthorizeRequest, _ member: BrowserSessions.Member, _ form: SignInForm,
        error: String? = nil
    ) async throws -> Response {
        let isSent = try await delivery(to: phone, of: member, form).send()
        return page(authorize, member, form: form, phone: phone, error: isSent ? error : OneTimeCodeEffort.refusal)
    }

    /// The code is bound to the number, so it proves no other number.
    private func delivery(
        to phone: PhoneNumber, of member: BrowserSessions.Member, _ form: SignInForm
    ) async throws -> CodeDelivery {
        let subject =
            "enrolment \(member.person.id) \(member.authenticatedAt.seconds) \(phone.text) \(form.cookie.value)"
        return try await CodeDelivery(to: phone.text, of: member, for: subject, platform: platform)
    }

    private func page(
        _ authorize: AuthorizeRequest, _ member: BrowserSessions.Member, form: SignInForm, phone: PhoneNumber?,
        error: String?
    ) -> Response {
        var values: PageValues = [
            "proofField": Self.proofField, "proof": form.proof(of: purpose(member, authorize)),
        ]
        values["phone"] = phone?.text
        return platform.pages.html("enrolment", form, values, of: member.person, error: error)
    }

    private func purpose(_ member: BrowserSessions.Member, _ authorize: AuthorizeRequest) -> String {
        "enrolment \(member.person.id) \(member.authenticatedAt.seconds) \(authorize.carried.text)"
    }
}
