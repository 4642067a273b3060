// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import OAuth

/// One form of a user flow on its way: what was asked for, what was typed, and by whom.
struct UserFlowStep: Sendable {
    let platform: IdentityPlatform
    let authorize: UserFlowRequest
    let form: FormParameters
    let request: Request

    var customers: CustomerDirectory { platform.customers(of: authorize.place.tenant) }
    var flow: UserFlow { authorize.place.flow }

    /// Judges e-mail address and password.
    func signIn() async throws -> Response {
        let email = try form.line("email")
        let outcome = try await customers.check(
            try form.once("password") ?? "", of: email, now: platform.settings.now())
        let error: String
        switch outcome {
        case .accepted(let customer):
            return try await UserFlowCodeReply(platform: platform)
                .answer(authorize, customer: customer, request: request)
        case .unknown: error = "We can't seem to find your account. (AADB2C90053)"
        case .wrong: error = "Your password is incorrect. (AADB2C90054)"
        case .locked:
            error = "Your account is temporarily locked to prevent unauthorized use. Try again later. (AADB2C90114)"
        }
        return platform.pages.signIn(authorize, email: email, error: error, request: request)
    }

    /// The page that asks for the address.
    func emailPage(error: String? = nil) throws -> Response {
        platform.pages.email(authorize, email: try form.line("email"), error: error, request: request)
    }

    /// Sends a code, to whatever address it is: who asks learns nothing about it.
    func sendCode() async throws -> Response {
        let email = try form.line("email")
        guard EmailAddress.isWellFormed(email) else {
            return try emailPage(error: "Type an e-mail address such as name@example.com.")
        }
        let now = platform.settings.now()
        guard let code = try await platform.codes.make(for: subject(email), of: holder(email), now: now) else {
            return try emailPage(error: OneTimeCodeEffort.refusal)
        }
        let directory = authorize.place.tenant.displayName
        try await platform.inbox.deliver(
            InboxMessage(
                channel: .email, recipient: email, sender: directory,
                text: "Thanks for verifying your \(email) account! Your code is: \(code). Sincerely, \(directory)",
                code: code, sentAt: now))
        return platform.pages.code(authorize, email: email, request: request)
    }

    /// Judges the code, and goes on with what only the owner of the address may do.
    func verifyCode() async throws -> Response {
        let email = try form.line("email")
        let outcome = try await platform.codes.check(
            try form.once("code") ?? "", for: subject(email), of: holder(email), now: platform.settings.now())
        switch outcome {
        case .wrong:
            return platform.pages.code(
                authorize, email: email, error: "That code is incorrect. Please try again.", request: request)
        case .void:
            return platform.pages.code(
                authorize, email: email, error: "That code is expired or was tried too often. Send a new one.",
                request: request)
        case .exhausted:
            return platform.pages.code(authorize, email: email, error: OneTimeCodeEffort.refusal, request: request)
        case .accepted:
            if let error = try await obstacle(for: email) { return try emailPage(error: error) }
            return details(try await VerifiedEmail(email, step: self))
        }
    }

    /// Creates the account or saves the new password, and signs in.
    func finish() async throws -> Response {
        guard let verified = try await VerifiedEmail(of: self) else {
            return try emailPage(error: "It took too long, or was done already: the address must be verified again.")
        }
        if let error = try await obstacle(for: verified.email) { return try emailPage(error: error) }
        let profile = try CustomerProfile(form)
        let password = try form.once("password") ?? ""
        let problem = PasswordRules.problem(with: password, repeated: try form.once("passwordAgain") ?? "")
        if let error = problem ?? (flow == .signUpOrSignIn ? profile.problem : nil) {
            return details(verified, profile: profile, error: error)
        }
        let customer =
            switch flow {
            case .signUpOrSignIn: try await customers.add(profile, email: verified.email, password: password)
            case .passwordReset: try await resetPassword(of: verified.email, to: password)
            }
        guard let customer else { return try emailPage(error: try await obstacle(for: verified.email)) }
        return try await UserFlowCodeReply(platform: platform).answer(
            authorize, customer: customer, isNewCustomer: flow == .signUpOrSignIn, request: request)
    }

    private func resetPassword(of email: String, to password: String) async throws -> Customer? {
        guard let customer = try await customers.customer(email: email) else { return nil }
        return try await customers.reset(customer, to: password, now: platform.settings.now())
    }

    /// Why the owner of an address cannot go on; the real service tells only who has read the code, too.
    private func obstacle(for email: String) async throws -> String? {
        let isKnown = try await customers.customer(email: email) != nil
        return switch flow {
        case .signUpOrSignIn where isKnown:
            "A user with the specified ID already exists. Please choose a different one, or sign in."
        case .passwordReset where !isKnown: "An account could not be found for the provided user ID."
        default: nil
        }
    }

    private func details(
        _ verified: VerifiedEmail, profile: CustomerProfile? = nil, error: String? = nil
    ) -> Response {
        platform.pages.details(authorize, verified: verified, profile: profile, error: error, request: request)
    }

    /// Whom a code is sent to; nobody can choose another one of these for the same account.
    private func holder(_ email: String) -> String {
        "address \(authorize.place.tenant.id) \(EmailAddress.folded(email))"
    }

    /// What a code is good for: this browser, this flow, this address.
    private func subject(_ email: String) -> String {
        platform.pages.browserSeal(
            "code \(flow.rawValue) \(authorize.place.tenant.id) \(EmailAddress.folded(email))", request: request)
    }
}
