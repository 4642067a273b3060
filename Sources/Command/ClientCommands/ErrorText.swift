// SPDX-License-Identifier: Apache-2.0
import APIAccess
import BrowserSignIn
import CommandArguments
import MicrosoftGraph
import PortableFoundation
import QuickStart
import SignIn
import TaskListClient

/// The text of an error for a person: a sentence, then `hint:` and the next step.
///
/// Errors of services have the sentences of `Failure`; all others get their text here.
package struct ErrorText: CustomStringConvertible {
    let message: String
    /// The next step: either one command only, or a sentence with its commands in backticks.
    var hint: String?
    package let status: ExitStatus

    private static let indentedLine = "\n  "

    /// Puts the message on one line: it may hold texts of other programs, which must not look like our lines.
    package init(_ message: String, hint: String? = nil, _ status: ExitStatus = .failed) {
        self.init(lines: [message], hint: hint, status)
    }

    /// Creates a message of several lines; those after the first are indented.
    package init(lines: [String], hint: String?, _ status: ExitStatus) {
        message = lines.map(Terminal.singleLine).joined(separator: Self.indentedLine)
        self.hint = hint.map(Terminal.singleLine)
        self.status = status
    }

    /// The text for an error; `nil` for the argument parser's own output: help, version and wrong arguments.
    package init?(_ error: any Error) {
        switch error {
        case let error as any ErrorWithText: self = error.errorText
        case let error as CommandError: self.init(error.message, hint: error.hint, error.status)
        case let failure as Failure: self = Self.failure(failure)
        case let error as SettingsError: self = Self.settings(error)
        case let error as TransportError: self = Self.transport(error)
        case let error as Refusal: self = Self.refusal(error)
        case let error as ServerError: self = Self.server(error)
        case let error as AccountStorageError: self = Self.accountStorage(error)
        case let error as GraphError: self = Self.graph(error)
        case let error as TaskListError: self = Self.taskList(error)
        case let error as LoopbackUserAgentError: self = Self.userAgent(error)
        case is Interruption: self.init("canceled", .interrupted)
        case is CancellationError: self.init("canceled")
        case is ArgumentError, is Conclusion: return nil
        case let error as CocoaError where error.isFileError:
            let file = error.filePath.map { "\($0): " } ?? ""
            self.init(file + error.explanation, hint: "check the path and its permissions", .cannotWrite)
        default: self.init("unexpected error: \(type(of: error))", hint: "report it")
        }
    }

    package var description: String { "error: \(message)" + (hint.map { "\nhint: \($0)" } ?? "") }

    private static func settings(_ error: SettingsError) -> ErrorText {
        ErrorText(
            lines: error.description.split(separator: indentedLine, omittingEmptySubsequences: false).map(String.init),
            hint: "`tessera demo` writes a valid file", .settingsWrong)
    }

    private static func userAgent(_ error: LoopbackUserAgentError) -> ErrorText {
        switch error.code {
        case .redirectNotLoopback:
            ErrorText(error.message, hint: "register http://localhost as redirect URI, or use --paste", .settingsWrong)
        case .portInUse:
            ErrorText(
                error.message,
                hint: "stop what listens there, or register http://localhost, without a port, as redirect URI",
                .unavailable)
        case .cannotListen:
            ErrorText(
                error.message, hint: "check whether a sandbox or a firewall blocks it, and try again",
                .unavailable)
        case .browserMissing: ErrorText(error.message, hint: "BROWSER=/path/to/browser tessera sign-in")
        case .unusableAddress:
            ErrorText(error.message, hint: "check `authority` in the settings", .settingsWrong)
        default: ErrorText(error.message, hint: "run `tessera sign-in` again")
        }
    }

    private static func transport(_ error: TransportError) -> ErrorText {
        let hint =
            switch error.code {
            case .unreachable, .connectionLost:
                "check the network and the URL; for the demo, run `tessera demo` in another terminal"
            case .timedOut: "try again, or allow more time: --timeout SECONDS"
            case .untrusted:
                "trust its certificate authority; for a local tenant at localhost, see `tessera tenant trust`"
            case .missingLibrary:
                "run `apt-get install libcurl4` on Debian and Ubuntu, or `dnf install libcurl` on Fedora"
            case .outOfResources: "check the limits with `ulimit -a`, and try again"
            case .unusableProxy: "check https_proxy, http_proxy, and all_proxy in the environment"
            default: "check the addresses in the settings"
            }
        return ErrorText(error.message, hint: hint, .unavailable)
    }

    private static let callWithClientID = "tessera call --trust ISSUER --client-id ID ADDRESS"

    private static func refusal(_ refusal: Refusal) -> ErrorText {
        switch refusal.code {
        case .signInRequired: ErrorText(refusal.message, hint: "tessera sign-in", .signInRequired)
        case .deviceAuthorizationUnsupported:
            ErrorText(refusal.message, hint: "run `tessera sign-in --browser`, or `tessera sign-in --paste`")
        case .subjectMismatch:
            ErrorText(refusal.message, hint: "sign in with the original account, or run `tessera sign-in`")
        case .metadataMalformed, .metadataIssuerMismatch, .hostMalformed, .addressInsecure:
            ErrorText(refusal.message, hint: "check the issuer (`authority` in some settings)", .settingsWrong)
        case .registrationMalformed:
            ErrorText(
                refusal.message, hint: "check the issuer (`authority` in some settings) and the redirect URI",
                .settingsWrong
            )
        case .resourceMetadataMissing:
            ErrorText(
                refusal.message, hint: "check the URL; if it is correct, use curl with `tessera token`",
                .settingsWrong)
        case .proofKeyUnsupported where !(refusal.cause is ProofKeyNotAdvertised):
            ErrorText(
                refusal.message, hint: "ask the provider's operator to enable PKCE with S256", .settingsWrong)
        case .clientRegistrationUnsupported, .proofKeyUnsupported:
            ErrorText(refusal.message, hint: callWithClientID, .settingsWrong)
        case .clientRegistrationMalformed:
            ErrorText(
                refusal.message, hint: "register the app at the provider yourself, and then: " + callWithClientID)
        case .resourceMetadataMalformed, .resourceMismatch, .addressNotPublic:
            ErrorText(refusal.message, hint: "report it to the API's operator, who can fix it")
        case .providerDeclined:
            ErrorText(refusal.message, hint: "nothing was sent there; repeat the call to be asked again")
        case .keySetMalformed:
            ErrorText(refusal.message, hint: "try again in a moment; if it persists, report it to the provider")
        case _ where refusal.nextAction == .setClock:
            ErrorText(refusal.message, hint: "set this machine's clock and try again")
        case _ where refusal.nextAction == .correctRegistration:
            ErrorText(
                refusal.message, hint: "check the registration's issuer, client id, and redirect URI",
                .settingsWrong)
        case .userInfoUnsupported:
            ErrorText(refusal.message, hint: "`tessera accounts --json` shows the claims of the sign-in")
        case .directoryNotAdmitted:
            ErrorText(refusal.message, hint: "run `tessera sign-in`, and choose an account of another directory")
        default: ErrorText(refusal.message, hint: "run `tessera sign-in` again")
        }
    }
}

/// An error that brings its text: those of servers, which the commands of clients do not know.
package protocol ErrorWithText: Error {
    var errorText: ErrorText { get }
}

extension CocoaError {
    fileprivate var isFileError: Bool { (0..<1024).contains(code.rawValue) }
}
