// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import SignInTesting

@testable import SignIn

@Suite(.timeLimit(.minutes(1))) struct ChallengedTransportTests {
    let signedIn: SignedIn

    init() async throws { signedIn = try await SignedIn() }

    private static let claims = #"{"access_token":{"nbf":{"essential":true,"value":"1"}}}"#
    private static let claimsChallenge =
        #"Bearer realm="", error="insufficient_claims", claims="\#(Data(claims.utf8).base64EncodedString())""#

    private static func refusal(_ challenge: String, _ status: Int = 401) -> TransportResponse {
        TransportResponse(status, "refused", fields: [.wwwAuthenticate: challenge])
    }

    private static func me(_ signedIn: SignedIn) -> HTTPRequest {
        HTTPRequest(url: signedIn.tenant.graph.appending(path: "me"))
    }

    private static func challenged(
        _ signedIn: SignedIn, _ challenge: String, status: Int = 401, refusingEvery: Bool = false,
        refresh: TransportResponse? = nil
    ) async throws {
        let first = try #require(try await signedIn.record()?.tokens.first?.accessToken)
        signedIn.transport.answer { request, body in
            if request.path == "/v1.0/me" {
                let isFirst = request.headerFields[.authorization] == "Bearer \(first.revealed)"
                return refusingEvery || isFirst ? refusal(challenge, status) : nil
            }
            return String(decoding: body, as: UTF8.self).contains("grant_type=refresh_token") ? refresh : nil
        }
    }

    private static let interactionRequired = TransportResponse(400, #"{"error":"interaction_required"}"#)

    private static func forms(_ signedIn: SignedIn) -> [FormParameters] {
        signedIn.transport.tokenRequests.compactMap(\.form)
    }

    private static func answering(_ signedIn: SignedIn) -> (AuthorizedTransport, Watcher) {
        let watcher = Watcher(signedIn.tenant.userAgent(signingIn: signedIn.tenant.person))
        let flow = SignInFlow(signedIn.tenant.registration, keepingIn: signedIn.store)
        let transport = flow.authorizedTransport(
            for: signedIn.account, scopes: signedIn.scopes, to: signedIn.tenant.graph, answeringChallengesWith: watcher,
            adding: ["User.ReadBasic.All", "api://tasks/Tasks.Read"])
        return (transport, watcher)
    }

    private static func silent(_ signedIn: SignedIn) -> AuthorizedTransport {
        AuthorizedTransport(
            signedIn.session(), scopes: signedIn.scopes, to: signedIn.tenant.graph, over: signedIn.transport)
    }

    @Test func `claims go to the provider with a refresh, also for a token of this second`() async throws {
        try await Self.challenged(signedIn, Self.claimsChallenge)
        #expect(try await Self.silent(signedIn).send(Self.me(signedIn)).status == .ok)
        #expect(Self.forms(signedIn).map { $0.all("claims") } == [[Self.claims]])
        #expect(try await signedIn.record()?.tokens.count == 1, "the token with the claims replaces the other")
    }

    @Test func `fifty requests with one demand cause one refresh`() async throws {
        try await Self.challenged(signedIn, Self.claimsChallenge)
        let (transport, request) = (Self.silent(signedIn), Self.me(signedIn))
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 { group.addTask { try await transport.send(request).status.code } }
            for try await status in group { #expect(status == 200) }
        }
        #expect(signedIn.transport.tokenRequests.count == 1)
    }

    @Test func `a second challenge is the response: nothing loops`() async throws {
        try await Self.challenged(signedIn, Self.claimsChallenge, refusingEvery: true)
        let (transport, watcher) = Self.answering(signedIn)
        let response = try await transport.send(Self.me(signedIn))
        #expect(response.status == .unauthorized && response.body == Data("refused".utf8))
        #expect(signedIn.transport.sent.count { $0.request.path == "/v1.0/me" } == 2)
        #expect(signedIn.transport.tokenRequests.count == 1 && watcher.opened.isEmpty)
    }

    @Test func `claims that only the person can meet open one page for all requests`() async throws {
        try await Self.challenged(signedIn, Self.claimsChallenge, refresh: Self.interactionRequired)
        let (transport, watcher) = Self.answering(signedIn)
        let request = Self.me(signedIn)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<10 {
                group.addTask { try await transport.send(request, body: Data("x".utf8)).status.code }
            }
            for try await status in group { #expect(status == 200) }
        }
        #expect((watcher.opened.count, watcher.opened.first?["claims"]) == (1, Self.claims))
        #expect(watcher.opened.first?["login_hint"] == signedIn.tenant.person.username)
        #expect(signedIn.transport.sent.allSatisfy { $0.request.path != "/v1.0/me" || $0.body == Data("x".utf8) })
    }

    @Test func `without a page, the refusal comes back with its challenge, and the account stays`() async throws {
        try await Self.challenged(signedIn, Self.claimsChallenge, refresh: Self.interactionRequired)
        let response = try await Self.silent(signedIn).send(Self.me(signedIn))
        #expect(response.head.headerFields[.wwwAuthenticate] == Self.claimsChallenge)
        #expect(try await signedIn.record()?.refreshToken != nil)
    }

    @Test func `another authentication is asked for on the provider's page, and not by a refresh`() async throws {
        try await Self.challenged(
            signedIn, #"Bearer error="insufficient_user_authentication", acr_values="urn:a urn:b""#)
        let (transport, watcher) = Self.answering(signedIn)
        #expect(try await transport.send(Self.me(signedIn)).status == .ok)
        #expect(watcher.opened.map { $0["acr_values"] } == ["urn:a urn:b"])
        #expect(Set(Self.forms(signedIn).map { $0.all("grant_type") }) == [["authorization_code"]])
    }

    @Test func `a missing permission is added for this request and for later ones`() async throws {
        let challenge = #"Bearer error="insufficient_scope", scope="User.ReadBasic.All""#
        try await Self.challenged(signedIn, challenge, status: 403)
        let (transport, watcher) = Self.answering(signedIn)
        #expect(try await transport.send(Self.me(signedIn)).status == .ok)
        let asked = ScopeSet(text: watcher.opened.first?["scope"] ?? "")
        #expect(asked == signedIn.scopes.union(["User.ReadBasic.All"]))
        #expect(try await transport.send(Self.me(signedIn)).status == .ok)
        #expect(watcher.opened.count == 1)
        let tokens = Set(
            signedIn.transport.sent.filter { $0.request.path == "/v1.0/me" }.suffix(2).map {
                $0.request.headerFields[.authorization]
            })
        #expect(tokens.count == 1, "the later request has the token with both permissions")
    }

    @Test func `an API that repeats its demand at once opens no second page`() async throws {
        let challenge = #"Bearer error="insufficient_scope", scope="User.ReadBasic.All""#
        try await Self.challenged(signedIn, challenge, status: 403, refusingEvery: true)
        let (transport, watcher) = Self.answering(signedIn)
        for _ in 0..<3 { #expect(try await transport.send(Self.me(signedIn)).status == .forbidden) }
        #expect(watcher.opened.count == 1)
        try await Self.challenged(
            signedIn, #"Bearer error="insufficient_user_authentication", acr_values="a""#, refusingEvery: true)
        #expect(try await transport.send(Self.me(signedIn)).status == .unauthorized)
        #expect(watcher.opened.count == 2, "another demand is another question")
    }

    @Test(arguments: ["Mail.Read", "User.ReadBasic.All Mail.Read", "s.Read"])
    func `an API can request only permissions that the app allows`(_ scope: String) async throws {
        let challenge = #"Bearer error="insufficient_scope", scope="\#(scope)""#
        try await Self.challenged(signedIn, challenge, status: 403)
        let (transport, watcher) = Self.answering(signedIn)
        #expect(try await transport.send(Self.me(signedIn)).status == .forbidden)
        #expect(watcher.opened.isEmpty)
    }

    @Test func `an API may name a permission without its resource`() {
        let demands = APIDemands(["openid", "a"], adding: ["api://tasks/Tasks.Read", "b"], nil)
        #expect(demands.permissions(adding: ["Tasks.Read", "b"])?.text == "openid a api://tasks/Tasks.Read b")
        #expect(demands.permissions(adding: ["a"])?.text == "openid a", "one that the app wants already")
        #expect(demands.permissions(adding: ["Read"]) == nil && demands.permissions(adding: ["b", "c"]) == nil)
    }

    @Test
    func `claims that a refresh does not meet cost one refresh, and lead to the person the next time`() async throws {
        try await Self.challenged(signedIn, Self.claimsChallenge, refusingEvery: true)
        let (transport, watcher) = Self.answering(signedIn)
        for _ in 0..<3 { #expect(try await transport.send(Self.me(signedIn)).status == .unauthorized) }
        let grants = Self.forms(signedIn).flatMap { $0.all("grant_type") }
        #expect(grants == ["refresh_token", "authorization_code"])
        #expect(watcher.opened.count == 1)
    }

    @Test(arguments: [GivingUp.sheet, .broken])
    func `a page that fails is the error of the request`(_ agent: GivingUp) async throws {
        try await Self.challenged(signedIn, #"Bearer error="insufficient_scope", scope="User.ReadBasic.All""#)
        let flow = SignInFlow(signedIn.tenant.registration, keepingIn: signedIn.store)
        let transport = flow.authorizedTransport(
            for: signedIn.account, scopes: signedIn.scopes, to: signedIn.tenant.graph,
            answeringChallengesWith: agent, adding: ["User.ReadBasic.All"])
        let error = await #expect(throws: (any Error).self) { try await transport.send(Self.me(signedIn)) }
        #expect(error is GivingUp.Closed || error is GivingUp.Broken)
        #expect(signedIn.transport.sent.count { $0.request.path == "/v1.0/me" } == 1)
        guard agent == .sheet else { return }
        #expect(try await transport.send(Self.me(signedIn)).status == .unauthorized, "no second page at once")
    }

    @Test func `a client that handles challenges signs in again after a global sign-out`() async throws {
        let tenant = try await withTenant { $0 }
        var registration = tenant.registration
        registration.clientCapabilities = ["cp1"]
        let watcher = Watcher(tenant.userAgent(signingIn: tenant.person))
        let flow = tenant.signInFlow(registration, keepingIn: MemoryAccountStorage())
        let account = try await flow.signIn(with: watcher)
        let transport = flow.authorizedTransport(
            for: account, scopes: registration.scopes, to: tenant.graph, answeringChallengesWith: watcher)
        let request = HTTPRequest(url: tenant.graph.appending(path: "me"))
        #expect(try await transport.send(request).status == .ok)
        tenant.clock.advance(by: .seconds(2))
        let directory = try #require(tenant.person.username.split(separator: "@").last)
        try await tenant.administration.send(
            "POST", "directories/\(directory)/people/\(tenant.person.id)/revokeSignInSessions",
            Data("{}".utf8))
        #expect(try await transport.send(request).status == .ok)
        let claims = watcher.opened.map { $0["claims"] ?? "" }
        #expect(claims.first == #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#)
        #expect(claims.count == 2 && claims[1].contains(#""nbf""#) && claims[1].contains(#""cp1""#))
    }
}

final class Watcher: UserAgent {
    private let agent: any UserAgent
    private let queries = Mutex<[[String: String]]>([])

    init(_ agent: any UserAgent) { self.agent = agent }

    var opened: [[String: String]] { queries.withLock(\.self) }

    func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit {
        Visit(visit: try await agent.prepareVisit(for: registered), watcher: self)
    }

    private struct Visit: UserAgentVisit {
        let visit: any UserAgentVisit
        let watcher: Watcher
        var redirectURI: RedirectURI { visit.redirectURI }

        func open(_ url: URL) async throws -> Redacted<URL> {
            let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
            watcher.queries.withLock { $0.append(Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }) }
            return try await visit.open(url)
        }
    }
}
