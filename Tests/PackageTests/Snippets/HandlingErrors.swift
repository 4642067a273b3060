// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import SignIn

/// What an app shows when something went wrong.
struct HandlingErrors {
    let window: any Window

    /// What helps, in the words of an app.
    enum Remedy {
        case nothing
        case signIn
        case signInWith(ScopeSet)
        case wait(Duration?)
        case tell(String)
    }

    // snippet: next action
    func remedy(for error: any Error) -> Remedy {
        guard let error = error as? any ActionableError else {
            return error is CancellationError ? .nothing : .tell("Something went wrong.")
        }
        return switch error.nextAction {
        case .retry(let delay): .wait(delay)
        case .signInAgain, .chooseAccount, .resetPassword, .signUp, .answerClaimsChallenge: .signIn
        case .consent(let scopes), .secondFactor(let scopes): .signInWith(scopes)
        case .acceptCancellation: .nothing
        case .registerDevice: .tell("Only devices of your organisation are let in.")
        case .askAdministrator: .tell("Ask your administrator. \(error.localizedDescription)")
        case .checkConnection, .correctRegistration, .setClock, .repairStorage, .none:
            .tell(error.localizedDescription)
        }
    }
    // snippet: end

    // snippet: one code
    func account(_ flow: SignInFlow, with agent: some UserAgent, extending account: Account) async throws -> Account? {
        do {
            return try await flow.extend(account, by: ["Mail.Read"], with: agent)
        } catch Refusal.Code.subjectMismatch {
            await window.show("Another person signed in.")
        } catch TransportError.Code.timedOut {
            await window.show("The provider does not answer.")
        }
        return nil
    }
    // snippet: end
}
