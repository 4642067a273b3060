// SPDX-License-Identifier: Apache-2.0
import MicrosoftGraph
import OAuth
import SignIn
import TaskList

extension Failure {
    /// Explains an error in sentences for the person.
    package init(_ error: any Error) {
        if let failure = error as? Failure {
            self = failure
        } else {
            self.init(describing: error)
            cause = error
        }
    }

    private init(describing error: any Error) {
        switch error {
        case let error as GraphError: self.init(error)
        case let error as TaskListError: self.init(error)
        case is CancellationError: self.init("It was cancelled.", hint: "Nothing was changed.")
        case let error as any ActionableError:
            let (hint, actions) = Self.remedy(for: error)
            self.init(Self.sentence(for: error), hint: hint, actions: actions)
        default: self.init("An unexpected error occurred.", hint: "Try again.")
        }
    }

    /// The cause, in the words of an app that people use, not of a protocol.
    private static func sentence(for error: any ActionableError) -> String {
        switch error {
        case TransportError.Code.timedOut: "No answer came in time."
        case TransportError.Code.unreachable, TransportError.Code.connectionLost: "The service cannot be reached."
        case is AccountStorageError: "The accounts on this device cannot be read or kept."
        case Refusal.Code.signInRequired: "Nobody is signed in."
        case Refusal.Code.keySetMalformed: "The provider gives no keys to check its answer with."
        case let refusal as Refusal:
            switch refusal.nextAction {
            case .correctRegistration: "The settings do not fit the provider: \(refusal.message)."
            case .setClock: "The provider's time and the time of this device differ."
            default: "The answer was refused: \(refusal.message)."
            }
        case let error as ServerError:
            switch error.nextAction {
            case .checkConnection: "Something between this device and the provider answered in its place."
            case .resetPassword: "The password was forgotten."
            case .acceptCancellation: "The sign-in was cancelled."
            default: error.message.asSentence
            }
        default: error.message.asSentence
        }
    }

    /// The remedy for every kind of error, by its next action.
    private static func remedy(for error: any ActionableError) -> (hint: String, actions: [Action]) {
        switch error.nextAction {
        case .retry(let delay?): ("Try again in \(max(1, delay.components.seconds)) seconds.", [.retry])
        case .retry(nil) where error is TransportError: ("Check the connection, and try again.", [.retry])
        case .retry(nil): ("Try again in a moment.", [.retry])
        case .checkConnection: ("Check the connection: this network may want you to sign in to it first.", [.retry])
        case .setClock: ("Set this device's clock, and try again.", [.retry])
        case .repairStorage: (error.message.asSentence, [.retry])
        case .signInAgain where error is AccountStorageError: (error.message.asSentence, [.signIn])
        case .signInAgain, .answerClaimsChallenge: ("Sign in again.", [.signIn])
        case .chooseAccount: ("Sign in with another account.", [.signInWithAnotherAccount, .signIn])
        case .consent(let scopes):
            ("Sign in and agree to what is asked, or ask an administrator to.", [.consent(scopes)])
        case .secondFactor: ("Sign in again, and prove that it is you.", [.signIn])
        case .registerDevice: ("Enrol this device with your organisation, or use one that is.", [.signIn])
        case .resetPassword: ("Choose a new one, then sign in with it.", [.resetPassword, .signIn])
        case .signUp: ("Sign up first, then sign in.", [.signIn])
        case .acceptCancellation: ("Start again whenever you like.", [.signIn])
        case .askAdministrator: (askingAdministrator(about: error as? ServerError), [])
        case .correctRegistration: ("Correct the settings: addresses, client id, redirect URI and scopes.", [])
        case .none: ("Start again from the beginning.", [.signIn])
        }
    }

    /// The correlation id lets an administrator find the request in the directory's sign-in log.
    private static func askingAdministrator(about error: ServerError?) -> String {
        guard let id = error?.correlationID else { return "Ask an administrator of the directory." }
        return "Ask an administrator of the directory, and name the correlation id \(id)."
    }

    private init(_ error: GraphError) {
        switch error.status {
        case _ where error.accountHasNoDirectory:
            self.init(
                "A personal account has no directory in which people could be found.",
                hint: "Sign in with a work account.", actions: [.signInWithAnotherAccount])
        case 401:
            self.init("The directory does not accept this sign-in.", hint: "Sign in again.", actions: [.signIn])
        case 403:
            self.init(missing: error.missingPermission?.rawValue, of: "the directory", saying: error.message)
        case 404:
            self.init("There is nobody of that name.", hint: "Look for the person by name.", actions: [])
        case 429, 500...:
            self.init("The directory is busy.", hint: "Try again in a moment.")
        default:
            self.init("The directory could not answer: \(error.message)", hint: "Try again.")
        }
    }

    private init(_ error: TaskListError) {
        switch error.status {
        case 401:
            self.init("The task list does not accept this sign-in.", hint: "Sign in again.", actions: [.signIn])
        case 403: self.init(missing: nil, of: "the task list", saying: error.message)
        case 404:
            self.init("This task is not there any more.", hint: "Load the list again.")
        case 400..<500 where error.status != 429:
            self.init(error.message.asSentence, hint: "Change the task, and try again.")
        default: self.init("The task list is busy.", hint: "Try again in a moment.")
        }
    }

    /// Explains that the token lacks a permission.
    private init(missing permission: String?, of service: String, saying message: String) {
        guard let permission else {
            self.init(
                "This account may not do that at \(service): \(message)",
                hint: "Sign in and agree to what is asked, or ask an administrator.", actions: [.consent([])])
            return
        }
        self.init(
            "To do that, this app needs the permission \(permission).",
            hint: "Sign in and agree to it, or ask an administrator to.", actions: [.consent([permission])])
    }
}
