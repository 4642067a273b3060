// SPDX-License-Identifier: Apache-2.0
import MicrosoftGraph
import QuickStart
import SignIn
import TaskListClient

/// Errors of providers and APIs: the sentences of `Failure`, with a command as the next step.
extension ErrorText {
    static func server(_ error: ServerError) -> ErrorText {
        let failure = Failure(error)
        return switch error.nextAction {
        case .acceptCancellation: ErrorText("canceled")
        case .retry: ErrorText(failure, .unavailable)
        case .checkConnection:
            ErrorText(failure, hint: "check the network: it may require a sign-in of its own", .unavailable)
        case .chooseAccount:
            ErrorText(failure, hint: "run `tessera sign-in`, and choose another account", .signInRequired)
        case .registerDevice:
            ErrorText(failure, hint: "enroll this device with your organization, or use an enrolled one")
        case .signInAgain, .answerClaimsChallenge: ErrorText(failure, .signInRequired)
        case .secondFactor:
            ErrorText(failure, hint: "run `tessera sign-in`, and complete the second factor", .signInRequired)
        case .resetPassword:
            ErrorText(failure, hint: "run `tessera sign-in`, and choose a new password there")
        case .signUp: ErrorText(failure, hint: "run `tessera sign-in`, and sign up there")
        case .correctRegistration:
            ErrorText(
                failure, hint: "check the registration's client id, secret, redirect URI, and scopes",
                .settingsWrong)
        case .setClock: ErrorText(failure, hint: "set this machine's clock and try again")
        case .none where error.code == .unspecified:
            ErrorText(failure, hint: "check the provider's address, and try again")
        case .none: ErrorText(failure, hint: "run `tessera sign-in` again")
        case .consent, .askAdministrator, .repairStorage: ErrorText(failure)
        }
    }

    static func graph(_ error: GraphError) -> ErrorText {
        switch error.status {
        case _ where error.accountHasNoDirectory: ErrorText(Failure(error))
        case 401: ErrorText(Failure(error), .signInRequired)
        case 403: ErrorText(Failure(error))
        case 404: ErrorText(Failure(error), hint: "find the user name with `tessera people find NAME`")
        case _ where ServerError.isTemporary(error.status): ErrorText(Failure(error), .unavailable)
        default: ErrorText("Microsoft Graph: \(error)", hint: "check `graphAPI` in the settings")
        }
    }

    static func taskList(_ error: TaskListError) -> ErrorText {
        switch error.status {
        case 401: ErrorText(Failure(error), .signInRequired)
        case 403:
            ErrorText("the task API: \(error.message)", hint: "check `taskScopes` in the settings, and sign in again")
        case 404: ErrorText(Failure(error), hint: "list the ids with `tessera tasks list`")
        case _ where error.isTemporary: ErrorText(Failure(error), .unavailable)
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
        let texts = Texts.english
        self.init(
            texts.sentence(of: failure).asMessage, hint: hint ?? nextStep ?? texts.hint(of: failure).asMessage, status)
    }

    /// The same error; the commands in its hint repeat the settings or registration of this command.
    ///
    /// Without them, a copied command would sign in to another app.
    package func repeatingSettings(of arguments: [String]) -> ErrorText {
        guard let hint else { return self }
        let named = Self.options(in: arguments, of: ["--settings", "--registration"])
        // Only a sign-in takes these options, which nothing stores before it succeeds.
        let issuer = Self.options(in: arguments, of: Self.issuerOptions)
        let new = issuer + (issuer.isEmpty ? "" : Self.options(in: arguments, of: ["--scope"]))
        var text = self
        let bare = #/tessera (sign-in|sign-out|accounts|people|tasks|token|inspect|userinfo)\b[^`]*/#
        let quoted = #/`(tessera (sign-in|sign-out|accounts|people|tasks|token|inspect|userinfo)\b[^`]*)`/#
        let completed = { (command: String, name: Substring) in
            // A command with a registration or issuer of its own is complete.
            guard !command.contains("--registration"), !command.contains("--issuer") else { return command }
            return command + named + (name == "sign-in" ? new : "")
        }
        if let command = hint.wholeMatch(of: bare) {
            text.hint = completed(hint, command.1)
        } else {
            text.hint = hint.replacing(quoted) { "`\(completed(String($0.1), $0.2))`" }
        }
        return text
    }

    private static let issuerOptions = [
        "--issuer", "--client-id", "--name", "--redirect-uri", "--client-authentication", "--client-secret-file",
    ]

    /// The given options with their values, quoted for the end of a command.
    private static func options(in arguments: [String], of names: [String]) -> String {
        arguments.enumerated().reduce(into: "") { text, argument in
            for name in names {
                if argument.element == name {
                    let values = arguments[(argument.offset + 1)...].prefix { !$0.hasPrefix("-") }
                    text += ([name] + values.prefix(name == "--scope" ? .max : 1).map(\.shellWord))
                        .map { " " + $0 }.joined()
                } else if argument.element.hasPrefix(name + "=") {
                    text += " \(name) \(String(argument.element.dropFirst(name.count + 1)).shellWord)"
                }
            }
        }
    }

    // Errors of the storage of accounts.

    static func accountStorage(_ error: AccountStorageError) -> ErrorText {
        switch error.code {
        case .unwritable:
            ErrorText(error.message, hint: "set TESSERA_HOME to keep accounts in another folder", .cannotWrite)
        case .unreadable:
            ErrorText(
                error.message, hint: "check its permissions, or set TESSERA_HOME to keep accounts in another folder")
        case .damaged:
            ErrorText(error.message, hint: "run `tessera sign-in`; `tessera accounts` lists the remaining accounts")
        case .conflict, .busy:
            ErrorText(
                error.message, hint: "check whether another tessera is still running, and try again", .unavailable)
        case .laterVersion: ErrorText(error.message, hint: "use the later version, or set TESSERA_HOME")
        default: ErrorText(error.message, hint: "provide the key as in docs/account-storage.md, or set TESSERA_HOME")
        }
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
