// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import TenantAuthorization
import TenantDirectory

extension UserFlowStep {
    func prove(_ action: UserFlowAction?, for purpose: EmailProofPurpose) async throws -> Response {
        switch action {
        case .sendCode: try await sendCode(for: purpose)
        case .verifyCode: try await verifyCode(for: purpose)
        case .finish: try await finish(purpose)
        default: try emailPage(for: purpose)
        }
    }

    func emailPage(for purpose: EmailProofPurpose, error: String? = nil) throws -> Response {
        if error != nil { noteFormRefusal() }
        return platform.pages.form(
            "customer-email", authorize, purpose, email: try form.line("email"), error: error,
            cookie: platform.pages.cookie(of: request))
    }

    /// Sends a code to any address, so the response does not reveal whether the address has an account.
    private func sendCode(for purpose: EmailProofPurpose) async throws -> Response {
        let email = try form.line("email")
        guard EmailAddress.isWellFormed(email) else {
            return try emailPage(for: purpose, error: "Enter an email address such as name@example.com.")
        }
        let directory = authorize.place.tenant.displayName
        let isSent = try await delivery(to: email, purpose).send { code in
            "Thanks for verifying your \(email) account! Your code is: \(code). Sincerely, \(directory)"
        }
        guard isSent else { return try emailPage(for: purpose, error: OneTimeCodeEffort.refusal) }
        return codePage(email, purpose)
    }

    private func verifyCode(for purpose: EmailProofPurpose) async throws -> Response {
        let email = try form.line("email")
        switch try await delivery(to: email, purpose).check(try form.once("code") ?? "") {
        case .wrong: return codePage(email, purpose, error: "That code is incorrect. Please try again.")
        case .void:
            return codePage(email, purpose, error: "That code is expired or was tried too often. Send a new one.")
        case .exhausted: throw UserFlowError.tooManyTries
        case .accepted:
            if let error = try await obstacle(for: email, purpose) { return try emailPage(for: purpose, error: error) }
            let fields = purpose == .signUp ? try await platform.attributeFields(of: flow) : []
            return details(
                try await VerifiedEmail(email, purpose, step: self), purpose, CustomerProfile(of: nil, asking: fields))
        }
    }

    private func finish(_ purpose: EmailProofPurpose) async throws -> Response {
        guard let verified = try await VerifiedEmail(purpose, of: self) else {
            return try emailPage(
                for: purpose, error: "This took too long, or was already completed. Verify the address again.")
        }
        if let error = try await obstacle(for: verified.email, purpose) {
            return try emailPage(for: purpose, error: error)
        }
        let fields = purpose == .signUp ? try await platform.attributeFields(of: flow) : []
        let profile = try CustomerProfile(form, asking: fields)
        let password = try form.once("password") ?? ""
        let problem = authorize.place.dialect.passwordRules.problem(
            with: password, repeated: try form.once("passwordAgain") ?? "")
        if let error = problem ?? profile.problem?.text { return details(verified, purpose, profile, error: error) }
        let customer =
            switch purpose {
            case .signUp: try await customers.add(profile, email: verified.email, password: password)
            case .passwordReset: try await resetPassword(of: verified.email, to: password)
            }
        guard let customer else {
            return try emailPage(for: purpose, error: try await obstacle(for: verified.email, purpose))
        }
        let now = platform.settings.now()
        var member = CustomerSessions.Member(customer: customer, authenticatedAt: now)
        // An e-mail code has just proved the address, so it also counts as the second factor.
        if flow.secondFactor.method == .email { member.secondFactorAt = now }
        return try await completion.begin(member, isNew: purpose == .signUp)
    }

    private func resetPassword(of email: String, to password: String) async throws -> Customer? {
        guard let customer = try await customers.customer(email: email) else { return nil }
        return try await customers.reset(customer, to: password, now: platform.settings.now())
    }

    /// The reason that the owner of an address cannot continue; like the real service, shown only after the code.
    private func obstacle(for email: String, _ purpose: EmailProofPurpose) async throws -> String? {
        let customer = try await customers.customer(email: email)
        return switch purpose {
        case .signUp where customer != nil:
            "A user with the specified ID already exists. Please choose a different one, or sign in."
        case .passwordReset where customer == nil: "An account could not be found for the provided user ID."
        case .passwordReset where customer?.accountEnabled == false: UserFlowError.locked.text
        default: nil
        }
    }

    private func codePage(_ email: String, _ purpose: EmailProofPurpose, error: String? = nil) -> Response {
        if error != nil { noteFormRefusal() }
        return platform.pages.form(
            "customer-code", authorize, purpose, email: email, error: error, cookie: platform.pages.cookie(of: request))
    }

    private func details(
        _ verified: VerifiedEmail, _ purpose: EmailProofPurpose, _ profile: CustomerProfile, error: String? = nil
    ) -> Response {
        if error != nil { noteFormRefusal() }
        return platform.pages.details(
            authorize, purpose, verified: verified, profile: profile, error: error, request: request)
    }

    /// A code is valid for this browser, flow, purpose, and address; attempts count per address, of which an account
    /// has only one.
    private func delivery(to email: String, _ purpose: EmailProofPurpose) -> CodeDelivery {
        let address = "\(authorize.place.tenant.id) \(EmailAddress.folded(email))"
        return CodeDelivery(
            codes: platform.codes, inbox: platform.inbox, now: platform.settings.now,
            subject: platform.pages.browserSeal(
                "code \(flow.addressName) \(purpose.rawValue) \(address)", request: request),
            holder: "address \(address)", channel: .email, recipient: email,
            sender: authorize.place.tenant.displayName)
    }
}
