// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PortableFoundation
import TenantAuthorization
import TenantDirectory

/// One form of a customer, with its authorization request.
struct UserFlowStep: Sendable {
    let platform: PlatformContext
    let authorize: UserFlowRequest
    let form: FormParameters
    let request: Request

    var customers: CustomerDirectory { platform.customers(of: authorize.place.tenant) }
    var flow: UserFlow { authorize.place.flow }
    var completion: UserFlowCompletion {
        UserFlowCompletion(platform: platform, authorize: authorize, request: request)
    }

    func purpose() throws -> EmailProofPurpose? {
        let named = try form.once(EmailProofPurpose.field).flatMap(EmailProofPurpose.init)
        return ([named].compactMap(\.self) + [.signUp, .passwordReset]).first(where: flow.admits)
    }

    func signIn() async throws -> Response {
        let email = try form.line("email")
        let password = try form.once("password") ?? ""
        guard !email.isEmpty, !password.isEmpty else { return signInPage(email, error: .passwordNeeded) }
        let now = platform.settings.now()
        let customer: Customer?
        do {
            customer = try await customers.check(password, of: email, now: platform.settings.now)
        } catch let refusal as PasswordRefusal {
            return signInPage(email, error: UserFlowError(refusal, wrong: .incorrectPassword))
        }
        guard let customer else { return signInPage(email, error: .noAccount(email, in: authorize.place.tenant)) }
        var member = CustomerSessions.Member(customer: customer, authenticatedAt: now)
        if flow.keepSignedInDays > 0, try form.once("keep") == "1" {
            member.endsAt = now + TimeInterval(flow.keepSignedInDays) * 86_400
        }
        return try await completion.begin(member)
    }

    private func signInPage(_ email: String, error: UserFlowError) -> Response {
        platform.pages.signIn(
            authorize, email: email, error: authorize.place.dialect.refuse(error), request: request)
    }

    /// Logs a rejected form, without its content.
    func noteFormRefusal() {
        RefusalNote.refuse(
            RefusalNote.Rule(
                "form_refused", reason: "The page of the user flow rejected the form, and shows the reason."))
    }

    func saveProfile(of member: CustomerSessions.Member) async throws -> Response {
        guard flow.kind == .profileEdit,
            !flow.secondFactor.isNeeded(for: member.customer) || member.secondFactorAt != nil
        else { return try await completion.proceed(member) }
        let profile = try CustomerProfile(form, asking: try await platform.attributeFields(of: flow))
        guard profile.problem == nil else {
            noteFormRefusal()
            return platform.pages.profile(authorize, profile, of: member, request: request)
        }
        guard let customer = try await customers.change(member.customer.id, { $0.take(profile) }) else {
            throw UserFlowError.customerGone
        }
        var member = member
        member.customer = customer
        return try await completion.proceed(member, isProfileDone: true)
    }
}

enum UserFlowAction: String, Sendable {
    case signIn = "sign-in"
    case forgotPassword = "forgot"
    case signUp = "sign-up"
    case sendCode = "send"
    case verifyCode = "verify"
    case changeEmail = "change"
    case finish
    case save
    case verifyFactor = "verify-factor"
    case sendFactor = "send-factor"
    case sendToPhone = "send-to-phone"
    case changePhone = "change-phone"
    case cancel

    static let field = "do"
    /// The action of the page's first button: password managers submit a form without a button.
    static let defaultField = "default"

    init?(_ form: FormParameters) throws {
        guard let name = try form.once(Self.field) ?? form.once(Self.defaultField) else { return nil }
        self.init(rawValue: name)
    }
}
