// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignInTesting

@Suite struct SignOutTests {
    /// Signs out with this page in the metadata; nothing may be kept.
    private func signOut(
        page: String? = "http://127.0.0.1:4400/logout?p=1", redirectURI: String = "http://localhost",
        agent: (any UserAgent)?, offline: Bool = false
    ) async throws -> SignOut {
        let (tenant, transport) = try await tamperedTenant()
        let storage = MemoryAccountStorage()
        let account = try await tenant.signInFlow(keepingIn: storage).signIn(at: tenant)
        transport.changeMetadata(["end_session_endpoint": page])
        if offline { transport.answer { _, _ in throw TransportError(.unreachable, "offline") } }
        var registration = tenant.registration
        registration.redirectURI = try #require(RedirectURI(redirectURI))
        let flow = tenant.flow(registration, over: transport, keepingIn: storage)
        let outcome: SignOut
        if let agent {
            outcome = try await flow.out(account, agent)
        } else {
            outcome = try await flow.signOut(account)
        }
        #expect(await storage.records().isEmpty)
        return outcome
    }

    private static func left(_ outcome: SignOut) -> FormParameters? {
        outcome.page.flatMap(FormParameters.init(queryOf:))
    }

    @Test func `without a user agent the address is handed over`() async throws {
        let parameters = try #require(Self.left(try await signOut(agent: nil)))
        #expect(parameters["p"] == "1", "what the endpoint has stays")
        #expect(parameters["client_id"]?.isEmpty == false)
        #expect(parameters["logout_hint"]?.hasPrefix("ana.silva@") == true)
        #expect(parameters["post_logout_redirect_uri"] == nil)
    }

    /// OpenID Connect RP-Initiated Logout 1.0 §2: the parameters for the return.
    static let returns: [(RedirectURI?, String?, [String: String?])] = [
        (nil, nil, ["post_logout_redirect_uri": nil, "state": nil]),
        // Without a redirect URI, the state is useless.
        (nil, "s1", ["post_logout_redirect_uri": nil, "state": nil]),
        (
            RedirectURI("https://app.example/bye?x=1"), nil,
            ["post_logout_redirect_uri": "https://app.example/bye?x=1", "state": nil]
        ),
        (
            RedirectURI("HTTPS://App.Example"), "s 1&",
            ["post_logout_redirect_uri": "HTTPS://App.Example", "state": "s 1&"]
        ),
    ]

    @Test(arguments: returns.indices) func `a web app's page says where to come back to`(_ row: Int) async throws {
        let (redirectURI, state, expected) = Self.returns[row]
        let signedIn = try await SignedIn()
        signedIn.transport.changeMetadata(["end_session_endpoint": "http://127.0.0.1:4400/logout?p=1"])
        let flow = SignInFlow(signedIn.tenant.registration, keepingIn: signedIn.store)
        let outcome = try await flow.signOut(signedIn.account, returningTo: redirectURI, state: state)
        let page = try #require(outcome.page)
        #expect(page.host() == "127.0.0.1" && page.path() == "/logout")
        let parameters = try #require(FormParameters(queryOf: page))
        for (name, value) in expected { #expect(parameters.all(name) == [value].compactMap(\.self)) }
        #expect(parameters["p"] == "1" && parameters["client_id"] == flow.registration.clientID)
        #expect(parameters["logout_hint"] == signedIn.tenant.person.username)
        #expect(try await signedIn.record() == nil)
    }

    /// The length of the ID token, and whether the URL contains it.
    @Test(arguments: [(4096, true), (4097, false)])
    func `an ID token that would make the URL too long is omitted`(_ length: Int, _ isSent: Bool) async throws {
        let signedIn = try await SignedIn()
        let hint = String(repeating: "h", count: length)
        var record = try #require(try await signedIn.record())
        record.idToken = Redacted(hint)
        try await signedIn.storage.save(record)
        signedIn.transport.changeMetadata(["end_session_endpoint": "http://127.0.0.1:4400/logout"])
        var registration = signedIn.tenant.registration
        registration.rules.sendsIDTokenHint = true
        let outcome = try await SignInFlow(registration, keepingIn: signedIn.store).signOut(signedIn.account)
        let parameters = try #require(Self.left(outcome))
        #expect(parameters["id_token_hint"] == (isSent ? hint : nil))
    }

    @Test func `the person of another registration is not named to this one's provider`() async throws {
        let signedIn = try await SignedIn()
        signedIn.transport.changeMetadata(["end_session_endpoint": "http://127.0.0.1:4400/logout"])
        var registration = signedIn.tenant.registration
        registration.name = "another"
        let outcome = try await SignInFlow(registration, keepingIn: signedIn.store).signOut(signedIn.account)
        let parameters = try #require(Self.left(outcome))
        #expect(parameters["client_id"] == registration.clientID && parameters["logout_hint"] == nil)
    }

    @Test func `a provider without a page gives a web app none`() async throws {
        let signedIn = try await SignedIn()
        signedIn.transport.changeMetadata(["end_session_endpoint": nil])
        let flow = SignInFlow(signedIn.tenant.registration, keepingIn: signedIn.store)
        let outcome = try await flow.signOut(
            signedIn.account, returningTo: RedirectURI("https://app.example/bye"), state: "s")
        // Entra ID revokes no tokens.
        #expect(outcome.states == ["remains", "remains"])
    }

    @Test func `the person who comes back has ended the session`() async throws {
        let opened = Mutex<FormParameters?>(nil)
        let agent = AnsweringAgent { url in
            let parameters = FormParameters(queryOf: url)
            opened.withLock { $0 = parameters }
            let state = try #require(parameters?["state"])
            return try #require(URL(string: "http://localhost:49152/?state=\(state)"))
        }
        let outcome = try await signOut(agent: agent)
        #expect(outcome.states == ["ended", "remains"])
        #expect(outcome.failure == nil)
        let parameters = try #require(opened.withLock { $0 })
        #expect(parameters["post_logout_redirect_uri"] == "http://localhost:49152")
        #expect((parameters["state"]?.count ?? 0) >= 43)
    }

    /// The URL in place of the redirect.
    @Test(arguments: [
        "http://localhost:49152/", "http://localhost:49152/?state=x", "http://localhost:49152/?state=x&state=x",
        "https://evil.example/?state=STATE", "http://localhost:49152/?state=STATE&state=STATE",
    ])
    func `another answer proves nothing`(_ answer: String) async throws {
        let agent = AnsweringAgent { url in
            let state = FormParameters(queryOf: url)?["state"] ?? ""
            return try #require(URL(string: answer.replacing("STATE", with: state)))
        }
        let left = try #require(Self.left(try await signOut(agent: agent)))
        #expect(left["client_id"]?.isEmpty == false)
        #expect(left["post_logout_redirect_uri"] == nil, "the listener is gone")
    }

    @Test func `a browser that does not return leaves the URL to open`() async throws {
        let agent = AnsweringAgent { _ in throw TransportError(.timedOut, "nobody came") }
        let left = try #require(Self.left(try await signOut(agent: agent)))
        #expect(left["client_id"]?.isEmpty == false)
        #expect(left["post_logout_redirect_uri"] == nil, "the listener is gone")
    }

    @Test(arguments: ["msauth.com.example.app://auth", "https://app.example/signed-in"])
    func `an address that only the system receives ends the session, too`(_ redirectURI: String) async throws {
        let agent = AnsweringAgent { url in
            let state = try #require(FormParameters(queryOf: url)?["state"])
            return try #require(
                FormParameters(queryOf: url)?["post_logout_redirect_uri"].flatMap {
                    URL(string: "\($0)?state=\(state)")
                })
        }
        #expect(try await signOut(redirectURI: redirectURI, agent: agent).states.first == "ended")
    }

    @Test func `no page is opened where the person would have to bring the address back`() async throws {
        let agent = AnsweringAgent(bringsRedirectBack: false) { _ in
            Issue.record("a page was opened")
            throw CancellationError()
        }
        #expect(Self.left(try await signOut(redirectURI: "urn:ietf:wg:oauth:2.0:oob", agent: agent)) != nil)
    }

    @Test func `an unreachable provider does not prevent the local sign-out`() async throws {
        let outcome = try await signOut(agent: nil, offline: true)
        #expect(outcome.states == ["failed", "failed"])
        #expect((outcome.failure as? TransportError)?.code == .unreachable)
    }

    @Test func `a provider without such a page is no error`() async throws {
        #expect(try await signOut(page: nil, agent: nil).states.first == "remains")
    }

    @Test func `canceling at the provider still signs out locally`() async throws {
        let tenant = try await withTenant { $0 }
        let storage = MemoryAccountStorage()
        let transport = TamperingTransport(tenant.transport)
        transport.changeMetadata(["end_session_endpoint": "http://127.0.0.1:4400/logout"])
        let flow = tenant.flow(over: transport, keepingIn: storage)
        let account = try await flow.signIn(at: tenant)
        await #expect(throws: CancellationError.self) {
            try await flow.signOut(account, with: AnsweringAgent { _ in throw CancellationError() })
        }
        #expect(await storage.records().isEmpty)
    }
}

extension SignInFlow {
    fileprivate func out(_ account: Account, _ agent: any UserAgent) async throws -> SignOut {
        try await signOut(account, with: agent)
    }
}
