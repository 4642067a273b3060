// SPDX-License-Identifier: Apache-2.0
import OAuth

extension Failure {
    /// Explains a provider's error in sentences for the person, with the action that can help.
    init(_ error: ServerError) {
        let sentence = Self.words(of: error)
        switch error.nextAction {
        case .retry(let delay):
            let seconds = delay.map { max(1, $0.components.seconds) }
            self.init(
                sentence, hint: seconds.map { "Try again in \($0) seconds." } ?? "Try again in a moment.")
        case .checkConnection:
            self.init(
                "Something between this device and the provider answered in its place.",
                hint: "Check the connection: this network may want you to sign in to it first.")
        case .chooseAccount:
            self.init(
                sentence, hint: "Sign in with another account.", actions: [.signInWithAnotherAccount, .signIn])
        case .registerDevice:
            self.init(
                sentence, hint: "Enrol this device with your organisation, or use one that is.", actions: [.signIn])
        case .signInAgain, .answerClaimsChallenge:
            self.init(sentence, hint: "Sign in again.", actions: [.signIn])
        case .consent(let scopes):
            self.init(
                sentence, hint: "Sign in and agree to what is asked, or ask an administrator to.",
                actions: [.consent(scopes)])
        case .secondFactor:
            self.init(sentence, hint: "Sign in again, and prove that it is you.", actions: [.signIn])
        case .switchUserFlow(.passwordReset):
            self.init(
                "The password was forgotten.", hint: "Choose a new one, then sign in with it.",
                actions: [.resetPassword, .signIn])
        case .switchUserFlow(.signUp):
            self.init(sentence, hint: "Sign up first, then sign in.", actions: [.signIn])
        case .acceptCancellation:
            self.init("The sign-in was cancelled.", hint: "Start again whenever you like.", actions: [.signIn])
        case .askAdministrator:
            self.init(sentence, hint: Self.askingAdministrator(about: error.trace), actions: [])
        case .correctRegistration:
            self.init(sentence, hint: "Correct the settings: client id, redirect URI and scopes.", actions: [])
        case .none:
            self.init(sentence, hint: "Start again from the beginning.", actions: [.signIn])
        }
    }

    /// The correlation id lets an administrator find the request in the directory's sign-in log.
    private static func askingAdministrator(about trace: ServerError.Trace) -> String {
        guard let id = trace.correlationID else { return "Ask an administrator of the directory." }
        return "Ask an administrator of the directory, and name the correlation id \(id)."
    }

    /// The provider's description; without an error code, its HTTP status.
    private static func words(of error: ServerError) -> String {
        let reason = error.reason
        guard error.code == .unspecified else { return "The provider says: \(reason ?? error.code.rawValue)" }
        let answer = error.status.map { "The provider answered \($0)" } ?? "The provider answered with an error"
        return reason.map { "\(answer): \($0)" } ?? "\(answer) without saying why."
    }
}
