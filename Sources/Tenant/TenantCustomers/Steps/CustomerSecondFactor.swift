// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PageTemplates
import PortableFoundation
import TenantAuthorization
import TenantDirectory

/// Sends a code to a customer's mailbox or phone after the right password, and checks it.
///
/// A code is valid for one password entry in one browser, and for one address or number. A customer without a stored
/// phone number enters one, which is stored after the code sent to it is verified.
struct CustomerSecondFactor: Sendable {
    let platform: PlatformContext
    let authorize: UserFlowRequest
    let request: Request
    private let cookie: FormCookie

    init(platform: PlatformContext, authorize: UserFlowRequest, request: Request) {
        self.platform = platform
        self.authorize = authorize
        self.request = request
        cookie = platform.pages.cookie(of: request)
    }

    func ask(_ member: CustomerSessions.Member, isNew: Bool) async throws -> Response {
        guard let destination = destination(of: member.customer, typed: nil) else {
            return phonePage(member, isNew: isNew)
        }
        let isUnderway = try await delivery(to: destination, of: member).isUnderway()
        return try await codePage(member, isNew: isNew, to: destination, sending: !isUnderway)
    }

    func judge(
        _ form: FormParameters, _ action: UserFlowAction?, of member: CustomerSessions.Member, isNew: Bool
    ) async throws -> Response {
        guard authorize.place.flow.secondFactor.isNeeded(for: member.customer), member.secondFactorAt == nil else {
            return try await UserFlowCompletion(platform: platform, authorize: authorize, request: request)
                .proceed(member, isNew: isNew)
        }
        let phone = try form.line("phone")
        guard let destination = destination(of: member.customer, typed: phone), action != .changePhone else {
            return phonePage(
                member, isNew: isNew, phone: phone,
                error: action == .changePhone ? nil : PhoneNumber.demand)
        }
        guard action == .verifyFactor else {
            return try await codePage(
                member, isNew: isNew, to: destination, sending: true, notice: "A new code was sent.")
        }
        let outcome = try await delivery(to: destination, of: member).check(try form.once("code") ?? "")
        switch outcome {
        case .accepted: return try await goOn(member, isNew: isNew, proved: destination)
        case .exhausted: throw UserFlowError.tooManyCodes
        case .wrong, .void:
            RefusalNote.refuse(RefusalNote.Rule("form_refused", reason: "The code of the second factor is wrong."))
            return try await codePage(
                member, isNew: isNew, to: destination, sending: outcome == .void, error: outcome.secondFactorError)
        }
    }

    private func goOn(
        _ member: CustomerSessions.Member, isNew: Bool, proved destination: String
    ) async throws -> Response {
        var member = member
        member.secondFactorAt = platform.settings.now()
        if !isByEmail, member.customer.phone == nil {
            guard
                let customer = try await platform.customers(of: authorize.place.tenant)
                    .change(member.customer.id, { $0.phone = destination })
            else { throw UserFlowError.customerGone }
            member.customer = customer
        }
        return try await UserFlowCompletion(platform: platform, authorize: authorize, request: request)
            .begin(member, isNew: isNew)
    }

    private var isByEmail: Bool { authorize.place.flow.secondFactor.method == .email }

    private func destination(of customer: Customer, typed: String?) -> String? {
        if isByEmail { return customer.email }
        if let phone = customer.phone { return phone }
        return typed.flatMap(PhoneNumber.init)?.text
    }

    private func codePage(
        _ member: CustomerSessions.Member, isNew: Bool, to destination: String, sending: Bool,
        notice: String? = nil, error: String? = nil
    ) async throws -> Response {
        if sending, try await !delivery(to: destination, of: member).send() { throw UserFlowError.tooManyCodes }
        let isEnrolling = !isByEmail && member.customer.phone == nil
        var values = proof(member, isNew).merging([
            "isPhone": !isByEmail, "isEnrolling": isEnrolling, "phone": isEnrolling ? destination : "",
            "destination": isByEmail || isEnrolling ? destination : PhoneNumber.masked(destination),
        ])
        values["notice"] = notice
        return platform.pages.form(
            "customer-factor", authorize, email: member.customer.email, error: error, values, cookie: cookie)
    }

    private func phonePage(
        _ member: CustomerSessions.Member, isNew: Bool, phone: String = "", error: String? = nil
    ) -> Response {
        platform.pages.form(
            "customer-phone", authorize, email: member.customer.email, error: error,
            proof(member, isNew).merging(["phone": phone]), cookie: cookie)
    }

    private func proof(_ member: CustomerSessions.Member, _ isNew: Bool) -> PageValues {
        CustomerProof(of: member, isNew: isNew, in: authorize, pages: platform.pages, cookie: cookie).values
    }

    private func delivery(to destination: String, of member: CustomerSessions.Member) -> CodeDelivery {
        CodeDelivery(
            codes: platform.codes, inbox: platform.inbox, now: platform.settings.now,
            subject: platform.pages.seal(
                "factor \(member.customer.id) \(member.authenticatedAt.seconds) \(destination)", cookie: cookie),
            holder: "customer \(member.customer.id)", channel: isByEmail ? .email : .sms, recipient: destination,
            sender: authorize.place.tenant.displayName)
    }
}

/// Proof that a form was shown to a customer after the right password in this run of the flow.
///
/// The session alone is not enough: it may be old, and the app may require the password again.
struct CustomerProof: Sendable {
    static let field = "proof"
    static let newField = "new"

    let text: String
    let isNew: Bool

    init(
        of member: CustomerSessions.Member, isNew: Bool, in authorize: UserFlowRequest, pages: Pages,
        cookie: FormCookie
    ) {
        self.isNew = isNew
        text = pages.seal(
            "\(isNew ? "new" : "known") customer \(member.customer.id) \(member.authenticatedAt.seconds) "
                + authorize.parameters.encoded, cookie: cookie)
    }

    init?(in step: UserFlowStep, of member: CustomerSessions.Member) throws {
        self.init(
            of: member, isNew: try step.form.once(Self.newField) == "1", in: step.authorize,
            pages: step.platform.pages, cookie: step.platform.pages.cookie(of: step.request))
        guard text.isSameSecret(as: try step.form.once(Self.field) ?? "") else { return nil }
    }

    var values: PageValues { ["proof": text, "newCustomer": isNew ? "1" : ""] }
}
