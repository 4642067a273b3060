// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import OAuth

/// Takes the forms of a user flow's pages.
///
/// The authorization request comes along in each and is judged again each time, so nothing that a browser could change
/// is believed.
struct UserFlowLogin: Sendable {
    let platform: IdentityPlatform
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
        switch (action, place.flow) {
        case (.cancel, _): throw UserFlowError.cancelled
        case (.forgotPassword, .signUpOrSignIn): throw UserFlowError.forgotPassword
        case (.signIn, .signUpOrSignIn): return try await step.signIn()
        case (.signUp, .signUpOrSignIn), (.changeEmail, _): return try step.emailPage()
        case (.sendCode, _): return try await step.sendCode()
        case (.verifyCode, _): return try await step.verifyCode()
        case (.finish, _): return try await step.finish()
        default:
            return platform.pages.first(of: step.authorize, email: try step.form.line("email"), request: step.request)
        }
    }
}
