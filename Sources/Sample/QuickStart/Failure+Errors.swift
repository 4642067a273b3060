// SPDX-License-Identifier: Apache-2.0
import MicrosoftGraph
import SignIn
import TaskList

extension Failure {
    /// Explains an error in sentences for the person.
    public init(_ error: any Error) {
        if let failure = error as? Failure {
            self = failure
        } else {
            self.init(describing: error)
            cause = error
        }
    }

    private init(describing error: any Error) {
        switch error {
        case let error as TransportError: self.init(error)
        case let error as Refusal: self.init(error)
        case let error as ServerError: self.init(error)
        case let error as GraphError: self.init(error)
        case let error as TaskListError: self.init(error)
        case let error as AccountStorageError:
            self.init("The accounts on this device cannot be read or kept.", hint: Self.sentence(error.message))
        case is CancellationError: self.init("It was cancelled.", hint: "Nothing was changed.")
        default:
            self.init("An unexpected error occurred.", hint: "Try again.")
        }
    }

    private init(_ error: TransportError) {
        switch error.code {
        case .timedOut:
            self.init("No answer came in time.", hint: "Check the connection, and try again.")
        case .unreachable, .connectionLost:
            self.init("The service cannot be reached.", hint: "Check the connection, and try again.")
        case .untrusted:
            self.init(
                Self.sentence(error.message), hint: "Trust the authority of its certificate, or check the address.",
                actions: [])
        case .responseTooLarge, .unusableTarget:
            self.init(Self.sentence(error.message), hint: "Check the addresses in the settings.", actions: [])
        }
    }

    private init(_ refusal: Refusal) {
        switch refusal.code {
        case .signInRequired:
            self.init("Nobody is signed in.", hint: "Sign in first.", actions: [.signIn])
        case .registrationMalformed, .metadataMalformed, .metadataIssuerMismatch, .addressInsecure,
            .registrationUnknown, .clientKeyMalformed, .clientAssertionUnavailable, .proofKeyUnsupported,
            .authorizationEndpointMissing, .tokenEndpointMissing, .keySetMissing, .idTokenMissing:
            self.init(
                "The settings do not fit the provider: \(refusal.message).", hint: "Correct the settings.",
                actions: [])
        case .expired, .notYetValid, .issuedInFuture:
            self.init(
                "The provider's time and the time of this device differ.",
                hint: "Set this device's clock, and try again.")
        case .keySetMalformed:
            self.init("The provider gives no keys to check its answer with.", hint: "Try again in a moment.")
        default:
            self.init(
                "The answer was refused: \(refusal.message).", hint: "Start again from the beginning.",
                actions: [.signIn])
        }
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
            self.init(Self.sentence(error.message), hint: "Change the task, and try again.")
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

    /// Messages of our own errors begin in lower case and end without a period.
    private static func sentence(_ message: String) -> String {
        message.prefix(1).uppercased() + message.dropFirst() + (message.hasSuffix(".") ? "" : ".")
    }
}
