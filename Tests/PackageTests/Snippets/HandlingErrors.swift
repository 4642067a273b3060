// SPDX-License-Identifier: Apache-2.0
import Foundation
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

    // snippet: four kinds
    func remedy(for error: any Error) -> Remedy {
        switch error {
        case let refusal as Refusal where refusal.code == .signInRequired: .signIn
        case let refusal as Refusal: .tell(refusal.message)
        case let error as ServerError: remedy(for: error)
        case let error as TransportError: .tell(error.message)
        case let error as AccountStorageError: .tell(error.message)
        case is CancellationError: .nothing
        default: .tell("Something went wrong.")
        }
    }
    // snippet: end

    // snippet: next action
    func remedy(for error: ServerError) -> Remedy {
        switch error.nextAction {
        case .retry(let delay): .wait(delay)
        case .checkConnection: .tell("Check the connection: something between you and the provider answers.")
        case .signInAgain, .chooseAccount, .switchUserFlow: .signIn
        case .answerClaimsChallenge: .signIn
        case .consent(let scopes), .secondFactor(let scopes): .signInWith(scopes)
        case .registerDevice: .tell("Only devices of your organisation are let in.")
        case .askAdministrator: .tell("Ask your administrator. \(error)")
        case .correctRegistration: .tell("This app is not set up as the provider expects. \(error)")
        case .acceptCancellation: .nothing
        case .none: .tell(error.reason ?? error.description)
        }
    }
    // snippet: end
}
