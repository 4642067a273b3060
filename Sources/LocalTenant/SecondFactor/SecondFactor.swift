// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import OAuth

/// Asks somebody whose password was right for the code on their telephone, and judges it.
///
/// A code belongs to one typed password in one browser, and the form to one request as well: neither helps elsewhere.
struct SecondFactor: Sendable {
    /// The form field that ties the form to person, password and request.
    static let proofField = "factor"

    let platform: IdentityPlatform

    /// Shows the page for the code; sends one unless one is on its way already.
    func ask(
        _ authorize: AuthorizeRequest, of member: BrowserSessions.Member, request: Request
    ) async throws -> Response {
        let form = platform.pages.form(authorize, request: request)
        let isUnderway = try await platform.codes.isUnderway(for: subject(member, form.cookie), now: now)
        return try await page(authorize, member, form, sending: !isUnderway)
    }

    /// Judges the code of a form, and goes on with the sign-in if it is right.
    ///
    /// - Throws: `RequestRefusal` if the form belongs to another request or to an earlier password.
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
            return try await self.page(authorize, member, page, sending: true, notice: "A new code is on its way.")
        }
        let code = try form.once("code") ?? ""
        switch try await platform.codes.check(
            code, for: subject(member, page.cookie), of: holder(member), now: now)
        {
        case .accepted: return try await goOn(authorize, with: member, request: request)
        case .wrong:
            return try await self.page(
                authorize, member, page, sending: false, error: "The code is not right. Try again.")
        case .void:
            return try await self.page(
                authorize, member, page, sending: true,
                error: "That code is too old, or was tried too often. A new one is on its way.")
        case .exhausted:
            return try await self.page(authorize, member, page, sending: false, error: OneTimeCodeEffort.refusal)
        }
    }

    private func goOn(
        _ authorize: AuthorizeRequest, with member: BrowserSessions.Member, request: Request
    ) async throws -> Response {
        var member = member
        member.secondFactorAt = now
        var response = try await SignInSteps(platform: platform).proceed(authorize, as: member, request: request)
        let cookie = try await platform.sessions.add(member, to: request)
        response.headers.append(HTTPField(name: .setCookie, value: cookie))
        return response
    }

    private func page(
        _ authorize: AuthorizeRequest, _ member: BrowserSessions.Member, _ form: SignInForm, sending: Bool,
        notice: String? = nil, error: String? = nil
    ) async throws -> Response {
        guard let phone = member.person.secondFactorPhone else { throw EntraError.secondFactorMissing(authorize) }
        let isSent = try await sending ? send(to: phone, of: member, for: subject(member, form.cookie)) : true
        return platform.pages.secondFactor(
            SecondFactorPage(
                form: form, person: member.person, phone: phone, proof: form.proof(of: purpose(member, authorize)),
                notice: isSent ? notice : nil, error: isSent ? error : OneTimeCodeEffort.refusal),
            for: authorize)
    }

    /// Sends a code, unless there were too many.
    private func send(
        to phone: String, of member: BrowserSessions.Member, for subject: String
    ) async throws -> Bool {
        let sender = try await platform.database.tenant(member.person.tenantID)?.displayName ?? ""
        guard let code = try await platform.codes.make(for: subject, of: holder(member), now: now) else {
            return false
        }
        try await platform.inbox.deliver(
            InboxMessage(
                channel: .sms, recipient: phone, sender: sender,
                text: "Use verification code \(code) for \(sender) authentication.", code: code, sentAt: now))
        return true
    }

    private var now: Date { platform.settings.now() }

    private func holder(_ member: BrowserSessions.Member) -> String { "person \(member.person.id)" }

    private func subject(_ member: BrowserSessions.Member, _ cookie: SignInForm.Cookie) -> String {
        "second factor \(member.person.id) \(member.authenticatedAt.seconds) \(cookie.value)"
    }

    private func purpose(_ member: BrowserSessions.Member, _ authorize: AuthorizeRequest) -> String {
        "second factor \(member.person.id) \(member.authenticatedAt.seconds) \(authorize.carried.text)"
    }
}

extension BrowserSessions.Member {
    /// Whether the password alone was given, and that is not enough.
    var lacksSecondFactor: Bool { person.secondFactorPhone != nil && secondFactorAt == nil }
}
