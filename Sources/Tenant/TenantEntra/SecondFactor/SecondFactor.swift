// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PageTemplates
import PortableFoundation
import TenantAuthorization
import TenantDirectory

/// A code is bound to one password entry in one browser; the form is also bound to one request.
struct SecondFactor: Sendable {
    /// Binds the form to person, password, and request.
    static let proofField = "factor"

    let platform: PlatformContext

    func ask(
        _ authorize: AuthorizeRequest, of member: BrowserSessions.Member, request: Request
    ) async throws -> Response {
        let form = platform.pages.form(authorize, request: request)
        let isUnderway = try await delivery(authorize, member, form).isUnderway()
        return try await page(authorize, member, form, sending: !isUnderway)
    }

    /// - Throws: `RequestRefusal` if the form belongs to another request, or to an earlier password.
    func judge(
        _ form: FormParameters, of member: BrowserSessions.Member, _ authorize: AuthorizeRequest, request: Request
    ) async throws -> Response {
        let page = platform.pages.form(authorize, request: request)
        let proof = try form.once(Self.proofField) ?? ""
        guard proof.isSameSecret(as: page.proof(of: purpose(member, authorize))) else {
            throw RequestRefusal(
                .formTokenMismatch, "This code belongs to another sign-in. Go back to the app and start again.")
        }
        if try form.once("resend") != nil {
            return try await self.page(authorize, member, page, sending: true, notice: "A new code was sent.")
        }
        let outcome = try await delivery(authorize, member, page).check(try form.once("code") ?? "")
        guard outcome == .accepted else {
            RefusalNote.refuse(EntraError.secondFactorFailed.rule())
            return try await self.page(
                authorize, member, page, sending: outcome == .void, error: outcome.secondFactorError)
        }
        var member = member
        member.secondFactorAt = platform.settings.now()
        return try await SignInSteps(platform: platform).begin(authorize, as: member, request: request)
    }

    private func page(
        _ authorize: AuthorizeRequest, _ member: BrowserSessions.Member, _ form: SignInForm, sending: Bool,
        notice: String? = nil, error: String? = nil
    ) async throws -> Response {
        let delivery = try await delivery(authorize, member, form)
        let isSent = try await sending ? delivery.send() : true
        var values: PageValues = [
            "phone": PhoneNumber.masked(delivery.recipient), "proofField": Self.proofField,
            "proof": form.proof(of: purpose(member, authorize)),
        ]
        values["notice"] = isSent ? notice : nil
        return platform.pages.html(
            "second-factor", form, values, of: member.person, error: isSent ? error : OneTimeCodeEffort.refusal)
    }

    private func delivery(
        _ authorize: AuthorizeRequest, _ member: BrowserSessions.Member, _ form: SignInForm
    ) async throws -> CodeDelivery {
        guard let phone = member.person.secondFactorPhone else {
            throw EntraError.secondFactorMissing(clientID: authorize.target.client.id)
        }
        return try await CodeDelivery(
            to: phone, of: member,
            for: "second factor \(member.person.id) \(member.authenticatedAt.seconds) \(form.cookie.value)",
            platform: platform)
    }

    private func purpose(_ member: BrowserSessions.Member, _ authorize: AuthorizeRequest) -> String {
        "second factor \(member.person.id) \(member.authenticatedAt.seconds) \(authorize.carried.text)"
    }
}

extension BrowserSessions.Member {
    package var lacksSecondFactor: Bool { person.secondFactorPhone != nil && secondFactorAt == nil }
}

extension CodeDelivery {
    init(
        to phone: String, of member: BrowserSessions.Member, for subject: String, platform: PlatformContext
    ) async throws {
        self.init(
            codes: platform.codes, inbox: platform.inbox, now: platform.settings.now,
            subject: subject, holder: "person \(member.person.id)", channel: .sms,
            recipient: phone, sender: try await platform.database.tenant(member.person.tenantID)?.displayName ?? "")
    }
}
