// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import OAuth
import TenantAuthorization

/// Takes the forms of a user flow's pages.
///
/// Each form carries the authorization request, which is checked again each time, so a changed request gains nothing.
struct UserFlowLogin: Sendable {
    let platform: PlatformContext
    let place: UserFlowPlace

    func answer(_ form: FormParameters, request: Request) async throws -> Response {
        do {
            try platform.pages.checkForm(form, request: request)
            let parameters = FormParameters(encoded: try form.once(Pages.carriedField) ?? "")
            return try await UserFlowDoor(platform: platform, place: place, request: request).withRequest(parameters) {
                authorize in
                try await step(
                    UserFlowStep(platform: platform, authorize: authorize, form: form, request: request))
            }
        } catch let refusal as Refusal {
            throw UserFlowProblem.unreadable(refusal.message)
        }
    }

    private func step(_ step: UserFlowStep) async throws -> Response {
        let action = try step.form.once(UserFlowAction.field).flatMap(UserFlowAction.init)
        let errand = try step.errand()
        switch action {
        case .cancel: throw UserFlowError.cancelled
        case .forgotPassword where place.flow.admits(.passwordReset): return try step.emailPage(for: .passwordReset)
        case .forgotPassword where place.flow.beginsWithPassword: throw UserFlowError.forgotPassword
        case .signIn where place.flow.beginsWithPassword: return try await step.signIn()
        case .signUp where place.flow.kind == .signUpOrSignIn: return try step.emailPage(for: .signUp)
        case .changeEmail, .sendCode, .verifyCode, .finish:
            if let errand { return try await step.prove(action, for: errand) }
        case .save, .verifyFactor, .sendFactor, .sendToPhone, .changePhone:
            if let response = try await stepOfMember(step, action) { return response }
        default: break
        }
        return platform.pages.first(of: step.authorize, email: try step.form.line("email"), request: step.request)
    }

    /// A step after the right password in this run; `nil` without a valid session and proof.
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
