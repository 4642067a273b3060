// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import HTTPServing
import LocalTenant
import LoopbackUserAgent
import MicrosoftGraph
import QuickStart
import SignIn
import TaskList
import TaskService

/// What a person reads of an error: a sentence, then `hint:` and the next thing to do. Every error is put
/// into words here and nowhere else.
struct ErrorText: CustomStringConvertible {
    let message: String
    let hint: String?
    let status: ExitStatus

    private init(_ message: String, hint: String? = nil, _ status: ExitStatus = .failed) {
        self.message = message
        self.hint = hint
        self.status = status
    }

    /// The words for an error; `nil` for what the argument parser says itself: help, version and wrong
    /// arguments.
    init?(_ error: any Error) {
        switch error {
        case let error as CommandError: self.init(error.message, hint: error.hint, error.status)
        case let error as SettingsError: self = Self.settings(error)
        case let error as TransportError: self = Self.transport(error)
        case let error as Refusal: self = Self.refusal(error)
        case let error as ServerError: self = Self.server(error)
        case let error as AccountStorageError:
            self.init(
                error.message, hint: "set TESSERA_HOME to keep accounts in another folder", .cannotWrite)
        case let error as GraphError: self = Self.graph(error)
        case let error as TaskListError: self = Self.taskList(error)
        case let error as ListeningError:
            self.init(error.message, hint: "add --port 0 for any free port", .unavailable)
        case let error as TenantDataError:
            self.init(
                error.description, hint: "choose a folder that you may write to: --data FOLDER", .cannotWrite)
        case let error as TaskStoreError:
            self.init(
                error.description, hint: "choose a folder that you may write to: --data FOLDER", .cannotWrite)
        case let error as LoopbackUserAgentError: self.init(error.message)
        case is CancellationError: self.init("cancelled")
        case is ExitCode, is ValidationError, is CleanExit: return nil
        case let error as CocoaError where error.isFileError:
            self.init(error.localizedDescription, hint: "check the path and its permissions", .cannotWrite)
        default:
            // What the argument parser throws has no public type; it has an exit code that is not the general
            // one.
            guard RootCommand.exitCode(for: error) == .failure else { return nil }
            self.init("something went wrong that tessera does not know: \(type(of: error))")
        }
    }

    var description: String {
        "error: \(message)" + (hint.map { "\nhint: \($0)" } ?? "")
    }
}

extension ErrorText {
    private static func settings(_ error: SettingsError) -> ErrorText {
        ErrorText(error.description, hint: "`tessera demo` writes a file that works", .settingsWrong)
    }

    private static func transport(_ error: TransportError) -> ErrorText {
        let hint =
            switch error.code {
            case .unreachable, .connectionLost:
                "check the network and the address; for the demo, run `tessera demo` in another terminal"
            case .timedOut: "try again, or allow more time: --timeout SECONDS"
            case .responseTooLarge, .unusableTarget: "check the addresses in the settings"
            }
        return ErrorText(error.message, hint: hint, .unavailable)
    }

    private static func refusal(_ refusal: Refusal) -> ErrorText {
        switch refusal.code {
        case .signInRequired: ErrorText(refusal.message, hint: "tessera sign-in", .signInRequired)
        case .metadataMalformed, .metadataIssuerMismatch, .addressInsecure:
            ErrorText(refusal.message, hint: "check `authority` in the settings", .settingsWrong)
        case .expired, .notYetValid, .issuedInFuture:
            ErrorText(refusal.message, hint: "set this machine's clock and try again")
        default: ErrorText(refusal.message, hint: "run `tessera sign-in` again")
        }
    }

    private static func server(_ error: ServerError) -> ErrorText {
        switch error.nextAction {
        case .retry: ErrorText("\(error)", hint: "try again in a moment", .unavailable)
        case .signInAgain, .switchUserFlow, .answerClaimsChallenge:
            ErrorText("\(error)", hint: "tessera sign-in", .signInRequired)
        case .consent: ErrorText("\(error)", hint: "sign in again and agree, or ask an administrator to")
        case .askAdministrator: ErrorText("\(error)", hint: "ask an administrator of the directory")
        case .checkConnection: ErrorText("\(error)", hint: "check the network", .unavailable)
        case .correctRegistration:
            ErrorText(
                "\(error)", hint: "check clientId, redirectUri and scopes in the settings", .settingsWrong)
        case .none: ErrorText("\(error)", hint: "run `tessera sign-in` again")
        }
    }

    private static func graph(_ error: GraphError) -> ErrorText {
        switch error.status {
        case 401:
            ErrorText(
                "Microsoft Graph refuses the token: \(error.message)", hint: "tessera sign-in",
                .signInRequired)
        case 403:
            ErrorText(
                "Microsoft Graph: \(error.message)",
                hint:
                    "put User.ReadBasic.All or User.Read.All into `scopes` of the settings, and sign in again"
            )
        case 404:
            ErrorText(
                "there is nobody of that name", hint: "find the user name with `tessera people find NAME`")
        default: ErrorText("Microsoft Graph: \(error)", hint: "check `graphAPI` in the settings")
        }
    }

    private static func taskList(_ error: TaskListError) -> ErrorText {
        switch error.status {
        case 401:
            ErrorText(
                "the task API refuses the token: \(error.message)", hint: "tessera sign-in", .signInRequired)
        case 403:
            ErrorText(
                "the task API: \(error.message)",
                hint: "check `taskScopes` in the settings, and sign in again")
        case 404: ErrorText("there is no such task", hint: "see the ids with `tessera tasks list`")
        case 400..<500: ErrorText(error.message, hint: "change the task and try again")
        default: ErrorText("the task API: \(error)", hint: "check `taskAPI` in the settings, and try again")
        }
    }
}

extension CocoaError {
    fileprivate var isFileError: Bool { (0..<1024).contains(code.rawValue) }
}
