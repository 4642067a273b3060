// SPDX-License-Identifier: Apache-2.0
import MicrosoftGraph
import QuickStart
import SignIn
import TaskList

/// Errors of providers and APIs: the sentences of `Failure`, with a command as the next step.
extension ErrorText {
    static func server(_ error: ServerError) -> ErrorText {
        let failure = Failure(error)
        return switch error.nextAction {
        case .acceptCancellation: ErrorText("cancelled")
        case .retry: ErrorText(failure, .unavailable)
        case .checkConnection:
            ErrorText(failure, hint: "check the network: it may want you to sign in to it first", .unavailable)
        case .chooseAccount:
            ErrorText(failure, hint: "run `tessera sign-in`, and choose another account", .signInRequired)
        case .registerDevice:
            ErrorText(failure, hint: "enrol this device with your organisation, or use one that is")
        case .signInAgain, .answerClaimsChallenge: ErrorText(failure, .signInRequired)
        case .secondFactor:
            ErrorText(failure, hint: "run `tessera sign-in`, and give the second factor", .signInRequired)
        case .switchUserFlow(.passwordReset):
            ErrorText(failure, hint: "run `tessera sign-in`, and choose a new password there")
        case .switchUserFlow(.signUp): ErrorText(failure, hint: "run `tessera sign-in`, and sign up there")
        case .correctRegistration:
            ErrorText(
                failure, hint: "check the client id, its secret, the redirect URI and the scopes of the registration",
                .settingsWrong)
        case .none where error.code == .unspecified:
            ErrorText(failure, hint: "check the provider's address, and try again")
        case .none: ErrorText(failure, hint: "run `tessera sign-in` again")
        case .consent, .askAdministrator: ErrorText(failure)
        }
    }

    static func graph(_ error: GraphError) -> ErrorText {
        switch error.status {
        case _ where error.accountHasNoDirectory: ErrorText(Failure(error))
        case 401: ErrorText(Failure(error), .signInRequired)
        case 403: ErrorText(Failure(error))
        case 404: ErrorText(Failure(error), hint: "find the user name with `tessera people find NAME`")
        case 429, 500...: ErrorText(Failure(error), .unavailable)
        default: ErrorText("Microsoft Graph: \(error)", hint: "check `graphAPI` in the settings")
        }
    }

    static func taskList(_ error: TaskListError) -> ErrorText {
        switch error.status {
        case 401: ErrorText(Failure(error), .signInRequired)
        case 403:
            ErrorText(
                "the task API: \(error.message)",
                hint: "check `taskScopes` in the settings, and sign in again")
        case 404: ErrorText(Failure(error), hint: "see the ids with `tessera tasks list`")
        case 400..<500: ErrorText(Failure(error))
        default: ErrorText("the task API: \(error)", hint: "check `taskAPI` in the settings, and try again")
        }
    }

    /// The error of a view model; for a known cause, a more exact text.
    static func failure(_ failure: Failure) -> ErrorText {
        if let cause = failure.cause, let text = ErrorText(cause) { return text }
        return ErrorText(failure, failure.actions == [.cancel] ? .settingsWrong : .failed)
    }

    private init(_ failure: Failure, hint: String? = nil, _ status: ExitStatus = .failed) {
        let nextStep = failure.actions.compactMap(\.nextStep).first
        self.init(failure.sentence.asMessage, hint: hint ?? nextStep ?? failure.hint.asMessage, status)
    }
}

extension Failure.Action {
    /// The command for this action, as a hint.
    fileprivate var nextStep: String? {
        switch self {
        case .consent(let scopes) where !scopes.isEmpty: scopes.signInCommand
        case .signIn, .consent: "tessera sign-in"
        case .signInWithAnotherAccount: "sign in with a work account: `tessera sign-in`"
        case .resetPassword, .retry, .cancel: nil
        }
    }
}

extension ScopeSet {
    /// The sign-in that requests these scopes; quoting makes each scope one word of the shell.
    var signInCommand: String { "tessera sign-in --scope \(scopes.map(\.shellWord).joined(separator: " "))" }
}

extension String {
    /// The sentence in the form after `error:` or `hint:` in a line.
    var asMessage: String {
        let line = prefix(1).lowercased() + dropFirst()
        return line.hasSuffix(".") ? String(line.dropLast()) : line
    }
}
