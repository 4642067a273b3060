// SPDX-License-Identifier: Apache-2.0
import MicrosoftGraph
import PortableFoundation
import SignIn
import TaskListClient

extension Failure {
    /// Explains an error in the user's terms.
    public init(_ error: any Error) {
        if let failure = error as? Failure {
            self = failure
        } else {
            self =
                switch error {
                case let error as GraphError: Self.directory(error)
                case let error as TaskListError: Self.taskList(error)
                case is CancellationError: Failure(.cancelled, .retry(after: nil))
                case let error as any ActionableError: Failure(Self.fault(of: error), error.nextAction)
                default: Failure(.unexpected, .retry(after: nil))
                }
            cause = error
        }
    }

    private static func fault(of error: any ActionableError) -> Fault {
        switch (error, error.nextAction) {
        case (TransportError.Code.timedOut, _): .timedOut
        case (TransportError.Code.unreachable, _), (TransportError.Code.connectionLost, _): .unreachable
        case (is AccountStorageError, .retry): .accountsUnreadable(advice: "")
        case (is AccountStorageError, _): .accountsUnreadable(advice: error.sentence)
        case (_, .acceptCancellation): .signInCancelled
        case (Refusal.Code.signInRequired, _): .signedOut
        case (Refusal.Code.keySetMalformed, _): .providerWithoutKeys
        case (is Refusal, .correctRegistration): .settingsUnfit(error.message)
        case (is Refusal, .setClock): .clocksDiffer
        case (is Refusal, _): .answerRefused(error.message)
        case (is ServerError, .checkConnection): .networkAnswered
        case (is ServerError, .resetPassword): .passwordForgotten
        default: .told(error.sentence)
        }
    }

    private static func directory(_ error: GraphError) -> Failure {
        switch error.status {
        case _ where error.accountHasNoDirectory: Failure(.personalAccount, error.nextAction)
        case 401: Failure(.signInNotAccepted(.directory), error.nextAction)
        case 403:
            if let permission = error.missingPermission?.rawValue {
                Failure(.permissionMissing(permission), .consent([permission]))
            } else {
                Failure(.notPermitted(.directory, error.message), .consent([]))
            }
        case 404: Failure(.personMissing, error.nextAction)
        default:
            if case .retry = error.nextAction {
                Failure(.busy(.directory), error.nextAction)
            } else {
                Failure(.directoryError(error.message), .retry(after: nil))
            }
        }
    }

    private static func taskList(_ error: TaskListError) -> Failure {
        switch error.status {
        case 401: Failure(.signInNotAccepted(.taskList), .signInAgain)
        case 403: Failure(.notPermitted(.taskList, error.message), .consent([]))
        case 404: Failure(.taskMissing, .retry(after: nil))
        case _ where error.isTemporary: Failure(.busy(.taskList), .retry(after: nil))
        case 400..<500: Failure(.taskRefused(error.sentence), .retry(after: nil))
        default: Failure(.unreadable(error.sentence), .correctRegistration)
        }
    }
}

extension LocalizedError {
    fileprivate var sentence: String { errorDescription ?? "\(self)" }
}

extension Duration {
    var wholeSeconds: Int { max(1, Int((self / .seconds(1)).rounded(.up))) }
}
