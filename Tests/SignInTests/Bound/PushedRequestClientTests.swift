// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages
import SignInTesting

@testable import SignIn

/// RFC 9126.
@Suite(.timeLimit(.minutes(1))) struct PushedRequestClientTests {
    private static func flow(pushing pushes: Bool = true) async throws -> (SignInFlow, TamperingTransport, TestTenant) {
        let (tenant, transport) = try await tamperedTenant()
        var registration = ClientRegistration(
            name: "native", issuer: BoundSignIn.issuer, clientID: "sample-native-app",
            redirectURI: try #require(RedirectURI("http://localhost/callback")), scopes: BoundSignIn.scopes)
        registration.requiresPushedAuthorizationRequests = pushes
        return (tenant.flow(registration, over: transport), transport, tenant)
    }

    @Test func `the browser carries only the client and the name of the request`() async throws {
        let (flow, transport, tenant) = try await Self.flow()
        let agent = tenant.userAgent(signingIn: tenant.person)
        let visit = try await agent.prepareVisit(for: flow.registration.redirectURI)
        let request = try await flow.authorizationRequest(
            redirectURI: visit.redirectURI, options: SignInOptions(loginHint: "ana"))
        let front = try #require(FormParameters(queryOf: request.url))
        #expect(front.pairs.map(\.name) == ["client_id", "request_uri"])
        let pushed = try #require(transport.sent.last { $0.request.path == "/op/par" }?.form)
        #expect(pushed["login_hint"] == "ana" && pushed["code_challenge_method"] == "S256")
        #expect(pushed["state"]?.isEmpty == false && pushed["request_uri"] == nil)
        // A web app keeps the request in the session.
        let kept = try JSONDecoder().decode(
            AuthorizationRequest.self, from: try JSONEncoder().encode(request))
        #expect(kept == request && kept.url == request.url)
        let account = try await flow.finish(try await visit.open(kept.url), answering: kept)
        #expect(account.identity.subject == tenant.person.id)
    }

    @Test(arguments: [true, false]) func `the provider's demand decides as well`(_ isDemanded: Bool) async throws {
        let (flow, transport, _) = try await Self.flow(pushing: false)
        transport.changeMetadata(["require_pushed_authorization_requests": isDemanded])
        let request = try await flow.authorizationRequest()
        #expect((request.pushedRequestURI != nil) == isDemanded)
        #expect(transport.sent.contains { $0.request.path == "/op/par" } == isDemanded)
    }

    @Test func `a provider without an endpoint for it is refused before a page opens`() async throws {
        let (flow, transport, _) = try await Self.flow()
        transport.changeMetadata(["pushed_authorization_request_endpoint": nil])
        await expect(Refusal.self, .pushedRequestUnsupported) { try await flow.authorizationRequest() }
    }

    @Test func `the provider's refusal comes before a page opens`() async throws {
        let (flow, transport, _) = try await Self.flow()
        transport.answer { request, _ in
            request.path == "/op/par" ? TransportResponse(400, #"{"error":"invalid_request"}"#) : nil
        }
        let error = await #expect(throws: ServerError.self) { try await flow.authorizationRequest() }
        #expect(error?.code == .invalidRequest && error?.endpoint?.path() == "/op/par")
    }

    static let responses: [(Int, String)] = [
        (201, ""), (201, "[]"), (201, #"{"expires_in":60}"#),
        (201, #"{"request_uri":"","expires_in":60}"#), (201, #"{"request_uri":"no uri","expires_in":60}"#),
        (201, #"{"request_uri":"relative","expires_in":60}"#),
        (201, #"{"request_uri":7,"expires_in":60}"#),
        (201, #"{"request_uri":"urn:\#(String(repeating: "a", count: 509))","expires_in":60}"#),
    ]

    @Test(arguments: responses)
    func `a response without a usable name is refused`(_ status: Int, _ body: String) throws {
        expectNow(Refusal.self, .pushedRequestMalformed) {
            try PushedRequestResponse(status: status, body: Data(body.utf8))
        }
    }

    @Test(arguments: [200, 201]) func `a usable name is taken, up to its limit`(_ status: Int) throws {
        let name = "urn:" + String(repeating: "a", count: 508)
        let body = #"{"request_uri":"\#(name)","expires_in":"60"}"#
        #expect(try PushedRequestResponse(status: status, body: Data(body.utf8)).requestURI == name)
    }

    @Test(arguments: [(400, #"{"error":"invalid_request_uri"}"#), (413, ""), (500, "<html>"), (302, "")])
    func `another status is the provider's error`(_ status: Int, _ body: String) {
        #expect(throws: ServerError.self) { try PushedRequestResponse(status: status, body: Data(body.utf8)) }
    }
}
