// SPDX-License-Identifier: Apache-2.0
import APIAccess
import Fixtures
import HTTPMessages
import LocalTenant
import SignInTesting

@Suite struct APIPersonTests {
    private static let api = URL(constant: "http://127.0.0.1:4400/notes")
    private static let issuer = URL(constant: "http://127.0.0.1:4400/op")

    private final class NotesAPI: Sendable {
        private let state = Mutex<(seen: [String], ended: Set<String>)>(([], []))

        func endTokens() { state.withLock { $0.ended.formUnion($0.seen) } }
        var seen: [String] { state.withLock { $0.seen } }

        func answer(_ request: HTTPRequest) -> TransportResponse? {
            switch request.path {
            case "/.well-known/oauth-protected-resource/notes":
                return TransportResponse(
                    200, #"{"resource":"\#(APIPersonTests.api)","authorization_servers":["\#(APIPersonTests.issuer)"]}"#
                )
            case "/notes":
                let token = request.headerFields[.authorization]
                let isGood = state.withLock { state in
                    if let token { state.seen.append(token) }
                    return token.map { !state.ended.contains($0) } ?? false
                }
                var refusal = TransportResponse(401)
                refusal.head.headerFields[.wwwAuthenticate] = "Bearer"
                return isGood ? TransportResponse(200, "{}") : refusal
            default: return nil
            }
        }
    }

    /// The tenant does not know this API, so the parameter that names it is removed on the way.
    private final class Browser: UserAgent {
        private let tenant: TestTenant
        private let person: Mutex<TestPerson>

        init(at tenant: TestTenant) {
            self.tenant = tenant
            person = Mutex(tenant.person)
        }

        func leave(to other: TestPerson) { person.withLock { $0 = other } }

        struct Visit: UserAgentVisit {
            let inner: any UserAgentVisit
            var redirectURI: RedirectURI { inner.redirectURI }

            func open(_ url: URL) async throws -> Redacted<URL> {
                var parts = try #require(URLComponents(url: url, resolvingAgainstBaseURL: true))
                parts.queryItems?.removeAll { $0.name == "resource" }
                return try await inner.open(try #require(parts.url))
            }
        }

        func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit {
            let agent = tenant.userAgent(signingIn: person.withLock { $0 })
            return Visit(inner: try await agent.prepareVisit(for: registered))
        }
    }

    private static func notesAPI() async throws -> (TestTenant, TamperingTransport, NotesAPI) {
        let tenant = try await withTenant { $0 }
        let (transport, notes) = (TamperingTransport(tenant.transport), NotesAPI())
        transport.answer { request, body in
            if let answer = notes.answer(request) { return answer }
            guard request.path == "/op/token",
                let form = FormParameters(encoded: String(decoding: body, as: UTF8.self))
            else { return nil }
            var plain = FormParameters()
            for pair in form.pairs where pair.name != "resource" { plain.append(pair.name, pair.value) }
            return try await tenant.transport.send(request, body: Data(plain.encoded.utf8))
        }
        return (tenant, transport, notes)
    }

    private static func connection(
        configured isConfigured: Bool = true, keepingIn accounts: AccountStore, with browser: Browser
    ) throws -> (APIConnection, SignInFlow) {
        let registration = ClientRegistration(
            name: "notes", issuer: issuer, clientID: StandardSampleClient.nativeID,
            redirectURI: try #require(RedirectURI("http://localhost")), scopes: ["openid", "profile"])
        let flow = SignInFlow(registration, keepingIn: accounts)
        var client = APIClient(name: "Notes", redirectURI: try #require(RedirectURI("http://127.0.0.1/signed-in")))
        if isConfigured { (client.flows, client.knownAPIs) = ([flow], [api]) }
        return (APIConnection(to: api, as: client, keepingIn: accounts, with: browser) { _ in true }, flow)
    }

    @Test(arguments: [false, true])
    func `after a refusal, the sign-in of another person sends no request`(isConfigured: Bool) async throws {
        let (tenant, transport, notes) = try await Self.notesAPI()
        let (storage, browser) = (MemoryAccountStorage(), Browser(at: tenant))
        let accounts = AccountStore(storage, over: transport, time: tenant.clock.time)
        let (connection, _) = try Self.connection(
            configured: isConfigured, keepingIn: accounts, with: browser)
        let request = HTTPRequest(url: Self.api)
        #expect(try await connection.send(request).status == .ok)
        let account = try #require(try await connection.account())
        #expect(!account.identity.isUnnamed, "else no sign-in could be compared")

        try await Self.endTokens(notes, tenant, storage)
        browser.leave(to: tenant.otherPerson)
        await expect(Refusal.self, .subjectMismatch) { try await connection.send(request) }
        #expect(await storage.records().map(\.subject) == [account.identity.subject])

        browser.leave(to: tenant.person)
        #expect(try await (connection.send(request).status, connection.account()?.id) == (.ok, account.id))
    }

    /// Another account of the same registration cannot replace the refused one.
    @Test func `after a refusal, no other account sends the request`() async throws {
        let (tenant, transport, notes) = try await Self.notesAPI()
        let (storage, browser) = (MemoryAccountStorage(), Browser(at: tenant))
        let accounts = AccountStore(storage, over: transport, time: tenant.clock.time)
        let (connection, flow) = try Self.connection(keepingIn: accounts, with: browser)
        #expect(try await connection.send(HTTPRequest(url: Self.api)).status == .ok)
        let account = try #require(try await connection.account())
        try await Self.endTokens(notes, tenant, storage)
        _ = try await flow.signIn(with: tenant.userAgent(signingIn: tenant.otherPerson))
        #expect(try await connection.send(HTTPRequest(url: Self.api)).status == .ok)
        #expect(try await connection.account()?.id == account.id)
    }

    @Test func `after a sign-out elsewhere, no other account sends the request`() async throws {
        let (tenant, transport, _) = try await Self.notesAPI()
        let (storage, browser) = (MemoryAccountStorage(), Browser(at: tenant))
        let accounts = AccountStore(storage, over: transport, time: tenant.clock.time)
        let (connection, flow) = try Self.connection(keepingIn: accounts, with: browser)
        #expect(try await connection.send(HTTPRequest(url: Self.api)).status == .ok)
        let account = try #require(try await connection.account())
        _ = try await flow.signIn(with: tenant.userAgent(signingIn: tenant.otherPerson))
        try await accounts.remove(account.id)
        await expect(Refusal.self, .subjectMismatch) { try await connection.send(HTTPRequest(url: Self.api)) }
    }

    private static func endTokens(_ notes: NotesAPI, _ tenant: TestTenant, _ storage: MemoryAccountStorage) async throws
    {
        notes.endTokens()
        tenant.clock.advance(by: .seconds(120))
        for var record in await storage.records() {
            record.refreshToken = nil
            try await storage.save(record)
        }
    }
}
