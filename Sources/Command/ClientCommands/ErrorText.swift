// SPDX-License-Identifier: Apache-2.0
import APIAccess
import BrowserSignIn
import CommandArguments
import MicrosoftGraph
import PortableFoundation
import QuickStart
import SignIn
import TaskListClient

/// The text of an error: a sentence, then `hint:` and the next step.
///
/// `Failure` interprets the library's errors; this adds a command and an exit code.
public struct ErrorText: CustomStringConvertible {
    let message: String
    let hint: Hint?
    /// The exit code.
    public let status: ExitStatus

    private static let indentedLine = "\n  "

    /// Creates a message of one line, so that texts of other programs cannot look like lines of this one.
    public init(_ message: String, hint: Hint? = nil, _ status: ExitStatus = .failed) {
        self.init(lines: [message], hint: hint, status)
    }

    /// Creates a message of several lines; those after the first are indented.
    public init(lines: [String], hint: Hint?, _ status: ExitStatus) {
        message = lines.map(Terminal.singleLine).joined(separator: Self.indentedLine)
        self.hint = hint
        self.status = status
    }

    /// The text for an error; `nil` for the argument parser's own output: help, version and wrong arguments.
    public init?(_ error: any Error) {
        switch error {
        case let error as any ErrorWithText: self = error.errorText
        case let error as CommandError: self.init(error.message, hint: error.hint, error.status)
        case let error as SettingsError:
            let lines = error.description.split(separator: Self.indentedLine, omittingEmptySubsequences: false)
            self.init(lines: lines.map(String.init), hint: "`tessera demo` writes a valid file", .settingsWrong)
        case is any ActionableError, is TaskListError: self.init(Failure(error))
        case let failure as Failure:
            if let cause = failure.cause, let text = ErrorText(cause) { self = text } else { self.init(failure) }
        case is Interruption: self.init("canceled", .interrupted)
        case is CancellationError: self.init("canceled")
        case is ArgumentError, is Conclusion: return nil
        default:
            self =
                CommandError(ofFile: error).flatMap(Self.init)
                ?? ErrorText("unexpected error: \(type(of: error))", hint: "report it")
        }
    }

    /// The lines for standard error.
    public var description: String {
        "error: \(message)" + (hint.map { "\nhint: \(Terminal.singleLine($0.description))" } ?? "")
    }

    /// The same error, whose hint repeats the settings of a command: see ``Hint/repeatingSettings(of:)``.
    public func repeatingSettings(of arguments: [String]) -> ErrorText {
        ErrorText(verbatim: message, hint: hint?.repeatingSettings(of: arguments), status)
    }

    private init(verbatim message: String, hint: Hint?, _ status: ExitStatus) {
        (self.message, self.hint, self.status) = (message, hint, status)
    }
}

/// An error with its own text, for errors of servers, which client commands do not import.
public protocol ErrorWithText: Error {
    var errorText: ErrorText { get }
}

extension ErrorText {
    private typealias Step = (hint: Hint, status: ExitStatus)

    private init(_ failure: Failure) {
        let (hint, status) = failure.cause.flatMap(Self.exactStep) ?? Self.step(after: failure)
        self.init(Self.message(of: failure), hint: hint, status)
    }

    /// The sentence of `Failure` for errors of services, and the library's own, more exact one for all others.
    private static func message(of failure: Failure) -> String {
        switch (failure.fault, failure.cause) {
        case (.directoryError, let error?): "Microsoft Graph: \(error)"
        case (.notPermitted(.taskList, let message), _): "the task API: \(message)"
        case (.unreadable, let error?): "the task API: \(error)"
        case (_, is ServerError), (_, is GraphError): Texts.english.sentence(of: failure).asMessage
        case (_, let error as any ActionableError): error.message
        default: Texts.english.sentence(of: failure).asMessage
        }
    }

    private static func step(after failure: Failure) -> Step {
        let advice: Hint = "\(Texts.english.hint(of: failure).asMessage)"
        return switch (failure.fault, failure.action) {
        case (.personMissing, _): ("find the user name with \(tessera: "people find NAME")", .failed)
        case (.taskMissing, _): ("list the ids with \(tessera: "tasks list")", .failed)
        case (.personalAccount, _): ("sign in with a work account: \(tessera: "sign-in")", .failed)
        case (.directoryError, _): ("check `graphAPI` in the settings", .failed)
        case (.unreadable, _): ("check `taskAPI` in the settings, and try again", .failed)
        case (.notPermitted(.taskList, _), _): ("check `taskScopes` in the settings, and sign in again", .failed)
        case (.taskRefused, _): (advice, .failed)
        case (.noPeopleSearch, _), (.noTaskList, _): (advice, .settingsWrong)
        case (.settingsUnfit, _):
            ("check the registration's issuer, client id, and redirect URI", .settingsWrong)
        case (.answerRefused, .signInAgain), (_, .none): ("run \(tessera: "sign-in") again", .failed)
        case (_, .retry): (advice, .unavailable)
        case (_, .checkConnection): ("check the network, which may require you to sign in to it first", .unavailable)
        case (_, .signInAgain), (_, .answerClaimsChallenge): ("\(tessera: "sign-in")", .signInRequired)
        case (_, .chooseAccount): ("run \(tessera: "sign-in"), and choose another account", .signInRequired)
        case (_, .consent([])): ("\(tessera: "sign-in")", .failed)
        case (_, .consent(let scopes)): ("\(tessera: scopes.signInWords)", .failed)
        case (_, .secondFactor):
            ("run \(tessera: "sign-in"), and complete the second factor", .signInRequired)
        case (_, .registerDevice): ("enroll this device with your organization, or use an enrolled one", .failed)
        case (_, .resetPassword): ("run \(tessera: "sign-in"), and choose a new password there", .failed)
        case (_, .signUp): ("run \(tessera: "sign-in"), and sign up there", .failed)
        case (_, .correctRegistration):
            ("check the registration's client id, secret, redirect URI, and scopes", .settingsWrong)
        case (_, .setClock): ("set this machine's clock and try again", .failed)
        case (_, .askAdministrator), (_, .repairStorage), (_, .acceptCancellation): (advice, .failed)
        }
    }

    /// The step for an error that says more than its action; `nil` for others.
    private static func exactStep(after error: any Error) -> Step? {
        switch error {
        case let error as TransportError: (hint(after: error.code), .unavailable)
        case let refusal as Refusal: step(after: refusal)
        case let error as AccountStorageError: step(after: error.code)
        case let error as LoopbackUserAgentError: step(after: error.code)
        case let error as ServerError where error.code == .unspecified && error.nextAction == .none:
            ("check the provider's address, and try again", .failed)
        default: nil
        }
    }

    private static func hint(after code: TransportError.Code) -> Hint {
        switch code {
        case .unreachable, .connectionLost:
            "check the network and the URL; for the demo, run `tessera demo` in another terminal"
        case .timedOut: "try again, or allow more time: --timeout SECONDS"
        case .untrusted: "trust its certificate authority; for a local tenant at localhost, see `tessera tenant trust`"
        case .missingLibrary: "run `apt-get install libcurl4` on Debian and Ubuntu, or `dnf install libcurl` on Fedora"
        case .outOfResources: "check the limits with `ulimit -a`, and try again"
        case .unusableProxy: "check https_proxy, http_proxy, and all_proxy in the environment"
        default: "check the addresses in the settings"
        }
    }

    private static let callWithClientID = "tessera call --trust ISSUER --client-id ID ADDRESS"

    private static func step(after refusal: Refusal) -> Step? {
        switch refusal.code {
        case .signInRequired: ("\(tessera: "sign-in")", .signInRequired)
        case .deviceAuthorizationUnsupported:
            ("run \(tessera: "sign-in --browser"), or \(tessera: "sign-in --paste")", .failed)
        case .subjectMismatch: ("sign in with the original account, or run \(tessera: "sign-in")", .failed)
        case .metadataMalformed, .metadataIssuerMismatch, .hostMalformed, .addressInsecure:
            ("check the issuer (`authority` in some settings)", .settingsWrong)
        case .registrationMalformed:
            ("check the issuer (`authority` in some settings) and the redirect URI", .settingsWrong)
        case .resourceMetadataMissing:
            ("check the URL; if it is correct, use curl with \(tessera: "token")", .settingsWrong)
        case .proofKeyUnsupported where !(refusal.cause is ProofKeyNotAdvertised):
            ("ask the provider's operator to enable PKCE with S256", .settingsWrong)
        case .clientRegistrationUnsupported, .proofKeyUnsupported: ("\(callWithClientID)", .settingsWrong)
        case .clientRegistrationMalformed:
            ("register the app at the provider yourself, and then: \(callWithClientID)", .failed)
        case .resourceMetadataMalformed, .resourceMismatch, .addressNotPublic:
            ("report it to the API's operator, who can fix it", .failed)
        case .providerDeclined: ("nothing was sent there; repeat the call to be asked again", .failed)
        case .keySetMalformed: ("try again in a moment; if it persists, report it to the provider", .failed)
        case .userInfoUnsupported: ("\(tessera: "accounts --json") shows the claims of the sign-in", .failed)
        case .directoryNotAdmitted:
            ("run \(tessera: "sign-in"), and choose an account of another directory", .failed)
        default: nil
        }
    }

    private static func step(after code: AccountStorageError.Code) -> Step {
        switch code {
        case .unwritable: ("set TESSERA_HOME to keep accounts in another folder", .cannotWrite)
        case .unreadable:
            ("check its permissions, or set TESSERA_HOME to keep accounts in another folder", .failed)
        case .damaged:
            ("run \(tessera: "sign-in"); \(tessera: "accounts") lists the remaining accounts", .failed)
        case .conflict, .busy: ("check whether another tessera is still running, and try again", .unavailable)
        case .laterVersion: ("use the later version, or set TESSERA_HOME", .failed)
        default: ("provide the key as in docs/account-storage.md, or set TESSERA_HOME", .failed)
        }
    }

    private static func step(after code: LoopbackUserAgentError.Code) -> Step {
        switch code {
        case .redirectNotLoopback: ("register http://localhost as the redirect URI, or use --paste", .settingsWrong)
        case .portInUse:
            (
                "stop the program on that port, or register http://localhost, without a port, as the redirect URI",
                .unavailable
            )
        case .cannotListen: ("check whether a sandbox or a firewall blocks it, and try again", .unavailable)
        case .browserMissing: ("\(tessera: "sign-in", in: "BROWSER=/path/to/browser ")", .failed)
        case .unusableAddress: ("check `authority` in the settings", .settingsWrong)
        default: ("run \(tessera: "sign-in") again", .failed)
        }
    }
}

extension ScopeSet {
    var signInWords: String { "sign-in --scope \(scopes.map(\.shellWord).joined(separator: " "))" }
}

extension String {
    /// The sentence in the form after `error:` or `hint:` in a line.
    fileprivate var asMessage: String {
        let line = prefix(1).lowercased() + dropFirst()
        return line.hasSuffix(".") ? String(line.dropLast()) : line
    }
}
