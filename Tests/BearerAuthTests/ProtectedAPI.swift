// SPDX-License-Identifier: Apache-2.0
import BearerAuthServing
import Fixtures
import Foundation
import HTTPMessages
import HTTPServing
import ProgramLifecycle

/// An API with one route, `GET /`, which answers with the caller's id; behind a provider that can misbehave.
struct ProtectedAPI: Sendable {
    let provider: FakeProvider
    let clock = TestClock()
    let log = RecordedLog(from: .warning)
    private let responder: InProcessResponder<RouterResponder<CallerContext>>

    private static let rules = ProviderRules(checkToken: { (claims, _) throws(Refusal) in
        guard claims.string("tid") == "tenant-1" else {
            throw Refusal(.directoryNotAdmitted, "the token is from a directory that may not call this API")
        }
    })

    init() throws {
        provider = try FakeProvider()
        let protection = BearerProtection(
            accepting: [
                AcceptedTokens(
                    from: ProviderDescription(issuer: FakeProvider.issuer, rules: Self.rules),
                    AccessTokenRules(audiences: ["api://tasks"]))
            ], over: provider,
            time: TimeSource { [clock] in clock.now })
        let router = Router(context: CallerContext.self)
        router.add(middleware: BearerAuthenticator(protection))
        router.add(middleware: RequiredScope("Tasks.ReadWrite"))
        router.get("/") { _, context in try context.requireCaller().id }
        responder = InProcessResponder(router.buildResponder(), logger: log.logger)
    }

    /// A token that the API takes.
    var token: TokenDraft { TokenDraft(from: provider, at: clock.now) }

    /// Asks with any number of `Authorization` fields.
    func ask(_ authorization: [String]) async throws -> Answer {
        var request = HTTPRequest(method: .get, scheme: "http", authority: "localhost:3000", path: "/")
        request.headerFields[values: .authorization] = authorization
        let (head, body) = try await responder.respond(to: request, body: Data())
        return Answer(
            status: head.status.code, challenges: head.headerFields[values: .wwwAuthenticate],
            body: String(decoding: body, as: UTF8.self))
    }

    func ask(_ token: TokenDraft) async throws -> Answer { try await ask(["Bearer \(token.signed())"]) }

    struct Answer: Sendable, Hashable {
        let status: Int
        let challenges: [String]
        let body: String
    }
}

private struct CallerContext: BearerRequestContext {
    var core: RequestCore
    var caller: Caller?

    init(core: RequestCore) {
        self.core = core
    }
}
