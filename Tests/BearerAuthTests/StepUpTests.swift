// SPDX-License-Identifier: Apache-2.0
import BearerAuthServing
import Fixtures
import HTTPServing
import JSONWebSignatures
import ProgramLifecycle

/// Routes that need more than a valid token: RFC 9470, scopes, and roles.
@Suite struct StepUpTests {
    private struct Context: BearerRequestContext {
        var core: RequestCore
        var caller: Caller?

        init(core: RequestCore) { self.core = core }
    }

    private let provider: FakeProvider
    private let clock = TestClock()
    private let responder: InProcessResponder<RouterResponder<Context>>

    init() throws {
        provider = try FakeProvider()
        let time = TimeSource { [clock] in clock.now }
        let metadata = ProtectedResourceMetadata(
            resource: URL(constant: "https://tasks.example.com"), authorizationServers: [FakeProvider.issuer])
        let protection = BearerProtection(
            accepting: [
                AcceptedTokens(
                    from: ProviderDescription(issuer: FakeProvider.issuer), AccessTokenRules(audiences: ["api://tasks"])
                )
            ], describedBy: metadata, over: provider, time: time)
        let router = Router(context: Context.self)
        router.add(middleware: BearerAuthenticator(protection))
        func route(_ path: String, _ requirement: some RouterMiddleware<Context>) {
            router.group().add(middleware: requirement).get(RouterPath(path)) { _, _ in "well" }
        }
        route("/strong", RequireAuthentication(acr: ["phr", "mfa"], time: time))
        route("/recent", RequireAuthentication(maxAge: .seconds(300), time: time))
        route("/both", RequireAuthentication(acr: ["mfa"], maxAge: .seconds(300), time: time))
        route("/scopes", RequiredScope("Tasks.ReadWrite", "Tasks.Share"))
        route("/role", RequiredRole("Tasks.Admin"))
        responder = InProcessResponder(
            router.buildResponder(), logger: Log("tests"))
    }

    private func ask(
        _ path: String, _ change: (inout TokenDraft) -> Void = { _ in }
    ) async throws -> (status: Int, challenge: String) {
        var draft = TokenDraft(from: provider, at: clock.now)
        change(&draft)
        var request = HTTPRequest(method: .get, scheme: "http", authority: "localhost:3000", path: path)
        request.headerFields[.authorization] = "Bearer \(try draft.signed())"
        let (head, _) = try await responder.respond(to: request, body: Data())
        return (head.status.code, head.headerFields[.wwwAuthenticate] ?? "")
    }

    private let place = #"resource_metadata="https://tasks.example.com/.well-known/oauth-protected-resource""#

    @Test func `an authentication that is too weak is challenged with all that are enough`() async throws {
        for acr in ["phr", "mfa"] {
            #expect(try await ask("/strong") { $0.claims["acr"] = .string(acr) }.status == 200)
        }
        for acr in [nil, "pwd", "phr mfa"] as [String?] {
            let answer = try await ask("/strong") { $0.claims["acr"] = acr.map(JSONValue.string) }
            #expect(answer.status == 401)
            #expect(
                answer.challenge
                    == #"Bearer realm="api", error="insufficient_user_authentication", error_description="#
                    + #""this requires a stronger or more recent authentication; sign in again", "#
                    + #"acr_values="phr mfa", \#(place)"#)
        }
    }

    @Test func `an authentication that is too old is challenged with the largest age`() async throws {
        // The provider's clock may be a minute ahead.
        for age in [-60.0, 0, 300, 360] {
            #expect(try await ask("/recent") { $0.set("auth_time", clock.now - age) }.status == 200)
        }
        // Future times, milliseconds, and invalid times do not count as fresh.
        let milliseconds = JSONValue.number(String(Int(clock.now.timeIntervalSince1970 - 86_400 * 365) * 1000))
        let future = JSONValue.number(String(Int(clock.now.timeIntervalSince1970) + 61))
        for value in [future, milliseconds, .number("1e300"), .number("-1"), .string("0"), .null] {
            let answer = try await ask("/recent") { $0.claims["auth_time"] = value }
            #expect(answer.status == 401 && answer.challenge.contains("max_age=300"), "\(value)")
        }
        let old = try await ask("/recent") { $0.set("auth_time", clock.now - 361) }
        #expect(old.status == 401)
        #expect(old.challenge.contains("max_age=300, resource_metadata="))
        #expect(try await ask("/recent").status == 401, "a token that does not say when")
    }

    @Test func `both demands stand in one challenge`() async throws {
        let answer = try await ask("/both") { $0.claims["acr"] = .string("mfa") }
        #expect(answer.challenge.contains(#"acr_values="mfa", max_age=300"#))
        let good = try await ask("/both") { [clock] in
            $0.claims["acr"] = .string("mfa")
            $0.set("auth_time", clock.now)
        }
        #expect(good.status == 200)
    }

    @Test func `a missing scope is answered with all that the route needs`() async throws {
        let answer = try await ask("/scopes")
        #expect(answer.status == 403)
        #expect(answer.challenge.contains(#"error="insufficient_scope""#))
        #expect(answer.challenge.hasSuffix(#"scope="Tasks.ReadWrite Tasks.Share", \#(place)"#))
        #expect(try await ask("/scopes") { $0.claims["scp"] = .string("Tasks.Share Tasks.ReadWrite") }.status == 200)
    }

    @Test func `a role is needed, and no scope is asked for`() async throws {
        let answer = try await ask("/role") { $0.claims["roles"] = .array([.string("Tasks.Reader")]) }
        #expect(answer.status == 403)
        #expect(answer.challenge.contains("Tasks.Admin") && !answer.challenge.contains(" scope="))
        #expect(try await ask("/role") { $0.claims["roles"] = .array([.string("Tasks.Admin")]) }.status == 200)
    }

    /// FAPI 2.0 Security Profile §5.3.4 (2).
    @Test func `a token in the query is refused`() async throws {
        var draft = TokenDraft(from: provider, at: clock.now)
        draft.claims["roles"] = .array([.string("Tasks.Admin")])
        let token = try draft.signed()
        var request = HTTPRequest(
            method: .get, scheme: "http", authority: "localhost:3000", path: "/role?access_token=\(token)")
        let (refused, _) = try await responder.respond(to: request, body: Data())
        #expect(refused.status.code == 401)
        request = HTTPRequest(method: .get, scheme: "http", authority: "localhost:3000", path: "/role")
        request.headerFields[.authorization] = "Bearer \(token)"
        let (accepted, _) = try await responder.respond(to: request, body: Data())
        #expect(accepted.status.code == 200)
    }
}
