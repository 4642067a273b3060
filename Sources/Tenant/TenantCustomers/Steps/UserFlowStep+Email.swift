// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import OAuth
import TenantAuthorization
import TenantDirectory

/// The steps in which a person proves an e-mail address, to sign up or to choose a new password.
extension UserFlowStep {
    /// Performs the action of a button on these pages.
    func prove(_ action: UserFlowAction?, for errand: UserFlowErrand) async throws -> Response {
        switch action {
        case .sendCode: try await sendCode(for: errand)
        case .verifyCode: try await verifyCode(for: errand)
        case .finish: try await finish(errand)
        default: try emailPage(for: errand)
        }
    }

    /// The page that asks for the address.
    func emailPage(for errand: UserFlowErrand, error: String? = nil) throws -> Response {
        if error != nil { noteFormRefusal() }
        return platform.pages.email(authorize, errand, email: try form.line("email"), error: error, request: request)
    }

    /// Sends a code to any address, so the response does not tell whether the address has an account.
    private func sendCode(for errand: UserFlowErrand) async throws -> Response {
        let email = try form.line("email")
        guard EmailAddress.isWellFormed(email) else {
            return try emailPage(for: errand, error: "Type an e-mail address such as name@example.com.")
        }
        let directory = authorize.place.tenant.displayName
        let isSent = try await delivery(to: email, errand).send { code in
            "Thanks for verifying your \(email) account! Your code is: \(code). Sincerely, \(directory)"
        }
        guard isSent else { return try emailPage(for: errand, error: OneTimeCodeEffort.refusal) }
        return codePage(email, errand)
    }

    /// Checks the code, and continues with the steps that only the owner of the address may do.
    ///
    /// - Throws: ``UserFlowError`` (90157) if too many were tried.
    private func verifyCode(for errand: UserFlowErrand) async throws -> Response {
        let email = try form.line("email")
        switch try await delivery(to: email, errand).check(try form.once("code") ?? "") {
        case .wrong: return codePage(email, errand, error: "That code is incorrect. Please try again.")
        case .void:
            return codePage(email, errand, error: "That code is expired or was tried too often. Send a new one.")
        case .exhausted: throw UserFlowError.tooManyTries
        case .accepted:
            if let error = try await obstacle(for: email, errand) { return try emailPage(for: errand, error: error) }
            let fields = errand == .signUp ? try await platform.attributeFields(of: flow) : []
            return details(
                try await VerifiedEmail(email, errand, step: self), errand, CustomerProfile(of: nil, asking: fields))
        }
    }

    /// Creates the account or saves the new password, and signs in.
    private func finish(_ errand: UserFlowErrand) async throws -> Response {
        guard let verified = try await VerifiedEmail(errand, of: self) else {
            return try emailPage(
                for: errand, error: "It took too long, or was done already: the address must be verified again.")
        }
        if let error = try await obstacle(for: verified.email, errand) {
            return try emailPage(for: errand, error: error)
        }
        let fields = errand == .signUp ? try await platform.attributeFields(of: flow) : []
        let profile = try CustomerProfile(form, asking: fields)
        let password = try form.once("password") ?? ""
        let problem = PasswordRules.problem(with: password, repeated: try form.once("passwordAgain") ?? "")
        if let error = problem ?? profile.problem?.text { return details(verified, errand, profile, error: error) }
        let customer =
            switch errand {
            case .signUp: try await customers.add(profile, email: verified.email, password: password)
            case .passwordReset: try await resetPassword(of: verified.email, to: password)
            }
        guard let customer else {
            return try emailPage(for: errand, error: try await obstacle(for: verified.email, errand))
        }
        let now = platform.settings.now()
        var member = CustomerSessions.Member(customer: customer, authenticatedAt: now)
        // An e-mail code has just proved the address, so it also counts as the second factor.
        if flow.secondFactor.method == .email { member.secondFactorAt = now }
        return try await completion.begin(member, isNew: errand == .signUp)
    }

    private func resetPassword(of email: String, to password: String) async throws -> Customer? {
        guard let customer = try await customers.customer(email: email) else { return nil }
        return try await customers.reset(customer, to: password, now: platform.settings.now())
    }

    /// The reason why the owner of an address cannot continue; like the real service, it is told only after the code.
    private func obstacle(for email: String, _ errand: UserFlowErrand) async throws -> String? {
        let customer = try await customers.customer(email: email)
        return switch errand {
        case .signUp where customer != nil:
            "A user with the specified ID already exists. Please choose a different one, or sign in."
        case .passwordReset where customer == nil: "An account could not be found for the provided user ID."
        case .passwordReset where customer?.accountEnabled == false: UserFlowError.locked.text
        default: nil
        }
    }

    private func codePage(_ email: String, _ errand: UserFlowErrand, error: String? = nil) -> Response {
        if error != nil { noteFormRefusal() }
        return platform.pages.code(authorize, errand, email: email, error: error, request: request)
    }

    private func details(
        _ verified: VerifiedEmail, _ errand: UserFlowErrand, _ profile: CustomerProfile, error: String? = nil
    ) -> Response {
        if error != nil { noteFormRefusal() }
        return platform.pages.details(
            authorize, errand, verified: verified, profile: profile, error: error, request: request)
    }

    /// A code is valid for this browser, flow, purpose and address.
    ///
    /// Attempts are counted by address, because a person cannot use a second address for the same account.
    private func delivery(to email: String, _ errand: UserFlowErrand) -> CodeDelivery {
        let address = "\(authorize.place.tenant.id) \(EmailAddress.folded(email))"
        return CodeDelivery(
            codes: platform.codes, inbox: platform.inbox, now: platform.settings.now,
            subject: platform.pages.browserSeal(
                "code \(flow.addressName) \(errand.rawValue) \(address)", request: request),
            holder: "address \(address)", channel: .email, recipient: email,
            sender: authorize.place.tenant.displayName)
    }
}
