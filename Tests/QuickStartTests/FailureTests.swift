// SPDX-License-Identifier: Apache-2.0
import MicrosoftGraph
import QuickStart
import SignIn
import TaskListClient
import Testing

@Suite struct FailureTests {
    private static let noDirectory = GraphError(
        status: 400, code: "BadRequest", message: "This API is not supported for MSA accounts")
    private static let forbidden = GraphError(
        status: 403, code: "Authorization_RequestDenied", message: "Insufficient privileges",
        missingPermission: .userReadBasicAll)

    private static let rows: [(any Error, [Failure.Step])] = [
        (offline, [.retry, .cancel]),
        (TransportError(.unusableTarget, "no address"), [.cancel]),
        (TransportError(.outOfResources, "no memory is left"), [.retry, .cancel]),
        (signedOut, [.signIn, .cancel]),
        (Refusal(.registrationMalformed, "no address"), [.cancel]),
        (Refusal(.expired, "over"), [.retry, .cancel]),
        (Refusal(.nonceMismatch, "the nonce is another's"), [.signIn, .cancel]),
        (ServerError(.temporarilyUnavailable), [.retry, .cancel]),
        (ServerError(.loginRequired), [.signIn, .cancel]),
        (ServerError(.consentRequired, nextAction: .consent(["User.Read"])), [.consent(["User.Read"]), .cancel]),
        (ServerError(.invalidGrant, nextAction: .secondFactor([])), [.signIn, .cancel]),
        (ServerError(.accessDenied, nextAction: .askAdministrator), [.cancel]),
        (ServerError(.accessDenied, nextAction: .checkConnection), [.retry, .cancel]),
        (ServerError(.accessDenied, nextAction: .chooseAccount), [.signInWithAnotherAccount, .signIn, .cancel]),
        (ServerError(.accessDenied, nextAction: .registerDevice), [.signIn, .cancel]),
        (ServerError(.accessDenied, nextAction: .signUp), [.signIn, .cancel]),
        (ServerError(.invalidClient), [.cancel]), (passwordForgotten, [.resetPassword, .signIn, .cancel]),
        (forbidden, [.consent(["User.ReadBasic.All"]), .cancel]),
        (noDirectory, [.signInWithAnotherAccount, .cancel]),
        (GraphError(status: 401, code: "InvalidAuthenticationToken", message: "no"), [.signIn, .cancel]),
        (GraphError(status: 429, code: "TooManyRequests", message: "slow down"), [.retry, .cancel]),
        (TaskListError(status: 403, code: "Forbidden", message: "no"), [.consent([]), .cancel]),
        (TaskListError(status: 422, code: "TooLong", message: "the text is too long"), [.retry, .cancel]),
        (AccountStorageError(.damaged, "the file x is no account"), [.signIn, .cancel]),
        (AccountStorageError(.keyMissing, "the key is gone"), [.retry, .cancel]),
        (SomethingElse(), [.retry, .cancel]),
    ]

    private static func sentence(_ error: any Error) -> String { Texts.english.sentence(of: Failure(error)) }

    private struct SomethingElse: Error {}

    @Test(arguments: rows) func `an error says what can be done`(_ error: any Error, _ steps: [Failure.Step]) {
        let failure = Failure(error)
        #expect(failure.steps == steps)
        for texts in Language.allCases.map(\.texts) {
            for text in [texts.sentence(of: failure), texts.hint(of: failure)] {
                #expect(text.first?.isUppercase == true || text.first == "¿", "a sentence: \(text)")
            }
        }
    }

    /// Temporary or not, as for every server.
    @Test(arguments: [
        (400, false), (407, false), (408, true), (409, false), (424, false), (425, true), (426, false), (428, false),
        (429, true), (499, false), (500, true), (503, true),
    ])
    func `an API that may soon answer is busy`(_ status: Int, _ isTemporary: Bool) {
        let hints = [
            Failure(GraphError(status: status, code: "c", message: "m")),
            Failure(TaskListError(status: status, code: "c", message: "m")),
        ].map { Texts.english.hint(of: $0) }
        let busy = Texts.english.hint(of: Failure(ServerError(.temporarilyUnavailable)))
        #expect(hints.map { $0 == busy } == [isTemporary, isTemporary])
    }

    @Test func `the missing permission is named`() {
        #expect(Self.sentence(Self.forbidden).contains("User.ReadBasic.All"))
    }

    @Test(
        arguments: [
            (TaskListError(status: 422, code: "TooLong", message: "the text is too long"), "The text is too long."),
            (
                ServerError(.serverError, providerDescription: "The disk is full!"),
                "The provider returned: The disk is full!"
            ),
        ] as [(any Error, String)])
    func `the words of an API or a provider become a sentence`(_ error: any Error, _ sentence: String) {
        #expect(Self.sentence(error) == sentence)
    }

    @Test func `a provider's Retry-After is shown`() {
        let failure = Failure(ServerError(.serverError, nextAction: .retry(after: .milliseconds(6001))))
        #expect(Texts.english.hint(of: failure) == "Try again in 7 seconds.")
    }

    @Test func `an administrator is told which request it was`() {
        let error = ServerError(
            .accessDenied, providerDescription: "AADSTS50105: No. Correlation ID: 4f1c Timestamp: 2",
            nextAction: .askAdministrator)
        #expect(Self.sentence(error) == "The provider returned: AADSTS50105: No.")
        #expect(
            Texts.english.hint(of: Failure(error))
                == "Ask an administrator of the directory, and give the correlation id 4f1c.")
    }

    @Test func `of a provider's words only the first line is shown`() {
        let error = ServerError(.invalidGrant, providerDescription: "AADSTS1: No.\r\nTrace ID: 1\r\nTimestamp: 2")
        #expect(Self.sentence(error) == "The provider returned: AADSTS1: No.")
    }
}
