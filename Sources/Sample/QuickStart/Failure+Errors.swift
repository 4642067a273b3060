// SPDX-License-Identifier: Apache-2.0
import MicrosoftGraph
import OAuthMessages
import PortableFoundation
import SignIn
import TaskListClient

extension Failure {
    /// Explains an error in terms of the person.
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
        case let error as GraphError: self.init(error)
        case let error as TaskListError: self.init(error)
        case is CancellationError: self.init(.cancelled, .nothingChanged)
        case let error as any ActionableError:
            let (advice, actions) = Self.remedy(for: error)
            self.init(Self.fault(of: error), advice, actions: actions)
        default: self.init(.unexpected, .retry)
        }
    }

    /// The cause, in terms of an app that people use, not of a protocol.
    private static func fault(of error: any ActionableError) -> Fault {
        switch error {
        case TransportError.Code.timedOut: .timedOut
        case TransportError.Code.unreachable, TransportError.Code.connectionLost: .unreachable
        case is AccountStorageError: .accountsUnreadable
        case let error where error.nextAction == .acceptCancellation: .signInCancelled
        case Refusal.Code.signInRequired: .signedOut
        case Refusal.Code.keySetMalformed: .providerWithoutKeys
        case let refusal as Refusal:
            switch refusal.nextAction {
            case .correctRegistration: .settingsUnfit(refusal.message)
            case .setClock: .clocksDiffer
            default: .answerRefused(refusal.message)
            }
        case let error as ServerError:
            switch error.nextAction {
            case .checkConnection: .networkAnswered
            case .resetPassword: .passwordForgotten
            default: .told(error.sentence)
            }
        default: .told(error.sentence)
        }
    }

    /// The remedy for every kind of error, by its next action.
    private static func remedy(for error: any ActionableError) -> (advice: Advice, actions: [Action]) {
        switch error.nextAction {
        case .retry(let delay?): (.retryAfter(seconds: max(1, Int((delay / .seconds(1)).rounded(.up)))), [.retry])
        case .retry(nil) where TransportError.Code.outOfResources ~= error: (.retrySoon, [.retry])
        case .retry(nil) where error is TransportError: (.checkConnection, [.retry])
        case .retry(nil): (.retrySoon, [.retry])
        case .checkConnection: (.signInAtNetwork, [.retry])
        case .setClock: (.setClock, [.retry])
        case .repairStorage: (.told(error.sentence), [.retry])
        case .signInAgain where error is AccountStorageError: (.told(error.sentence), [.signIn])
        case .signInAgain, .answerClaimsChallenge: (.signInAgain, [.signIn])
        case .chooseAccount: (.useOtherAccount, [.signInWithAnotherAccount, .signIn])
        case .consent(let scopes): (.agree, [.consent(scopes)])
        case .secondFactor: (.proveIdentity, [.signIn])
        case .registerDevice: (.enrolDevice, [.signIn])
        case .resetPassword: (.chooseNewPassword, [.resetPassword, .signIn])
        case .signUp: (.signUp, [.signIn])
        case .acceptCancellation: (.startWhenever, [.signIn])
        // The correlation id lets an administrator find the request in the directory's sign-in log.
        case .askAdministrator: (.askAdministrator(correlationID: (error as? ServerError)?.correlationID), [])
        case .correctRegistration: (.correctSettings, [])
        case .none: (.startOver, [.signIn])
        }
    }

    private init(_ error: GraphError) {
        switch error.status {
        case _ where error.accountHasNoDirectory:
            self.init(.personalAccount, .useWorkAccount, actions: [.signInWithAnotherAccount])
        case 401:
            self.init(.signInNotAccepted(.directory), .signInAgain, actions: [.signIn])
        case 403:
            self.init(missing: error.missingPermission?.rawValue, of: .directory, saying: error.message)
        case 404:
            self.init(.personMissing, .searchByName, actions: [])
        default:
            guard case .retry = error.nextAction else {
                self.init(.directoryError(error.message), .retry)
                return
            }
            self.init(.busy(.directory), .retrySoon)
        }
    }

    private init(_ error: TaskListError) {
        switch error.status {
        case 401: self.init(.signInNotAccepted(.taskList), .signInAgain, actions: [.signIn])
        case 403: self.init(missing: nil, of: .taskList, saying: error.message)
        case 404: self.init(.taskMissing, .loadAgain)
        case 400..<500 where !error.isTemporary: self.init(.told(error.sentence), .changeTask)
        default: self.init(.busy(.taskList), .retrySoon)
        }
    }

    /// Explains that the token lacks a permission.
    private init(missing permission: String?, of service: Service, saying message: String) {
        guard let permission else {
            self.init(.notPermitted(service, message), .agree, actions: [.consent([])])
            return
        }
        self.init(.permissionMissing(permission), .agreeToPermission, actions: [.consent([permission])])
    }
}

extension LocalizedError {
    /// The description that the types of errors here all have.
    fileprivate var sentence: String { errorDescription ?? "\(self)" }
}
