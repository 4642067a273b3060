// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import OAuthMessages
import TenantAuthorization
import TenantDirectory

/// Validates the authorization request of each form again, so a changed request gains nothing.
struct UserFlowLogin: Sendable {
    let platform: PlatformContext
    let place: ResolvedUserFlow

    func answer(_ form: FormParameters, request: Request) async throws -> Response {
        do {
            try platform.pages.checkForm(form, request: request)
            let parameters = FormParameters(encoded: try form.once(Pages.carriedField) ?? "")
            return try await place.withAuthorization(parameters, of: request) { authorize in
                try await step(UserFlowStep(platform: platform, authorize: authorize, form: form, request: request))
            }
        } catch let refusal as Refusal {
            throw UserFlowProblem.unreadable(refusal.message)
        }
    }

    private func step(_ step: UserFlowStep) async throws -> Response {
        let action = try UserFlowAction(step.form)
        let purpose = try step.purpose()
        switch action {
        case .cancel: throw UserFlowError.cancelled
        case .forgotPassword where place.flow.admits(.passwordReset): return try step.emailPage(for: .passwordReset)
        case .forgotPassword where place.flow.beginsWithPassword: throw UserFlowError.forgotPassword
        case .signIn where place.flow.beginsWithPassword: return try await step.signIn()
        case .signUp where place.flow.kind == .signUpOrSignIn: return try step.emailPage(for: .signUp)
        case .changeEmail, .sendCode, .verifyCode, .finish:
            if let purpose { return try await step.prove(action, for: purpose) }
        case .save, .verifyFactor, .sendFactor, .sendToPhone, .changePhone:
            if let response = try await stepOfMember(step, action) { return response }
        default: break
        }
        return platform.pages.first(of: step.authorize, email: try step.form.line("email"), request: step.request)
    }

    /// Returns `nil` without a valid session and proof of the right password in this run.
    private func stepOfMember(_ step: UserFlowStep, _ action: UserFlowAction?) async throws -> Response? {
        guard let member = try await platform.customerSessions(of: place.tenant).member(of: step.request),
            let proof = try CustomerProof(in: step, of: member)
        else { return nil }
        if action == .save { return try await step.saveProfile(of: member) }
        return try await CustomerSecondFactor(
            platform: platform, authorize: step.authorize, request: step.request
        ).judge(step.form, action, of: member, isNew: proof.isNew)
    }
}

/// OpenID Connect RP-Initiated Logout §2, §3.
struct UserFlowLogout: Sendable {
    let platform: PlatformContext
    let place: ResolvedUserFlow

    /// Always ends the session, then redirects the browser if an app registered the URI.
    func answer(_ parameters: FormParameters?, request: Request) async throws -> Response {
        try await platform.customerSessions(of: place.tenant).end(in: request)
        let parameters = try UserFlowProblem.checked(parameters)
        let once = { (name: String) in try parameters.once(name, orThrow: UserFlowProblem.unreadable) }
        let address = try parameters.once(
            "post_logout_redirect_uri", keepingEmpty: true, orThrow: UserFlowProblem.unreadable)
        guard let text = address else { return platform.pages.signedOut(of: place) }
        guard !text.isEmpty else { throw UserFlowProblem.postLogoutRedirectMissing }
        let clientID = try once("client_id")
        let apps = try await platform.database.apps().filter { app in
            app.tenantID == place.tenant.id && (clientID == nil || app.id == clientID?.lowercased())
        }
        guard apps.contains(where: { $0.registers(text) }), RedirectURI(text) != nil else {
            guard place.dialect.refusesUnknownReturnAddresses else { return platform.pages.signedOut(of: place) }
            throw UserFlowProblem.badPostLogoutRedirect(text)
        }
        let state = try once("state").map { FormParameters(dictionaryLiteral: ("state", $0)).encoded }
        let separator = text.contains("?") ? "&" : "?"
        return Response(status: .found, headers: [.location: state.map { "\(text)\(separator)\($0)" } ?? text])
    }
}
