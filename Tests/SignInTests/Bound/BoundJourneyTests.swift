// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import LocalTenant
import SignInProvider
import SignInTesting

@testable import SignIn

@Suite(.timeLimit(.minutes(1))) struct BoundJourneyTests {
    let bound: BoundSignIn

    init() async throws { bound = try await BoundSignIn() }

    @Test func `a person signs in, and every request at the provider has a proof of one key`() async throws {
        let key = try #require(try await bound.record().dpopKey)
        let pushes = bound.proofs(at: "par")
        #expect(pushes.map { $0?["nonce"] == nil } == [true, false], "the provider demands a nonce once")
        let tokens = bound.proofs(at: "token")
        #expect(tokens.count == 1 && tokens.first??["nonce"] != nil, "the nonce is known by then")
        let proofs = pushes + tokens
        #expect(proofs.allSatisfy { $0?.thumbprint == key.thumbprint })
        #expect(Set(proofs.map { $0?["jti"] }).count == proofs.count)
        #expect(bound.forms(at: "par").allSatisfy { $0["dpop_jkt"] == key.thumbprint })
        #expect(bound.account.identity.subject == bound.tenant.person.id)
    }

    @Test func `an API call presents the token with its proof, also after a refresh and a restart`() async throws {
        let key = try await bound.record().dpopKey
        for round in 0..<3 {
            bound.transport.forget()
            let response = try await bound.api().send(HTTPRequest(url: BoundSignIn.userInfo))
            #expect(response.status == .ok, "round \(round)")
            let calls = bound.proofs(at: "userinfo")
            #expect(calls.last??.thumbprint == key?.thumbprint && calls.last??["ath"] != nil)
            #expect(bound.forms(at: "token").count == (round == 0 ? 0 : 2), "a new program learns the nonce first")
            bound.expire()
        }
        #expect(try await bound.record().dpopKey == key, "refreshes use the key of the sign-in")
    }

    @Test func `a new sign-in makes a new key`() async throws {
        let first = try await bound.record().dpopKey
        _ = try await bound.flow().signIn(with: bound.tenant.userAgent(signingIn: bound.tenant.person))
        let second = try await bound.record().dpopKey
        #expect(first != nil && second != nil && first != second)
        #expect(try await bound.api().send(HTTPRequest(url: BoundSignIn.userInfo)).status == .ok)
    }

    @Test func `the key survives in a sealed folder`() async throws {
        try await withFolder { folder in
            let key = SealingKey(random: .system)
            let bound = try await BoundSignIn(keepingIn: SealedAccountStorage(folder: folder, key: key))
            bound.expire()
            let storage = SealedAccountStorage(folder: folder, key: key)
            let accounts = AccountStore(storage, over: bound.transport, time: bound.tenant.clock.time)
            let flow = SignInFlow(bound.registration, keepingIn: accounts)
            #expect(try await bound.api(flow).send(HTTPRequest(url: BoundSignIn.userInfo)).status == .ok)
        }
    }

    @Test func `UserInfo and revocation have proofs as well`() async throws {
        let flow = bound.flow()
        #expect(try await flow.userInfo(of: bound.account).subject == bound.tenant.person.id)
        #expect(bound.proofs(at: "userinfo").last??["ath"] != nil)
        let key = try await bound.record().dpopKey
        #expect(try await flow.signOut(bound.account).states.last == "revoked")
        #expect(bound.proofs(at: "revoke").last??.thumbprint == key?.thumbprint)
    }

    @Test func `a herd causes one refresh, and each request has a proof of its own`() async throws {
        bound.expire()
        // The nonce is known, so nothing is sent twice.
        let api = bound.api()
        _ = try await api.send(HTTPRequest(url: BoundSignIn.userInfo))
        bound.expire()
        _ = try await api.send(HTTPRequest(url: BoundSignIn.userInfo))
        bound.expire()
        bound.transport.forget()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 {
                group.addTask { try await api.send(HTTPRequest(url: BoundSignIn.userInfo)).status.code }
            }
            for try await status in group { #expect(status == 200) }
        }
        #expect(Set(bound.forms(at: "token").map { $0["refresh_token"] }).count == 1)
        let proofs = bound.proofs(at: "userinfo")
        #expect(proofs.count >= 50 && Set(proofs.map { $0?["jti"] }).count == proofs.count)
    }

    @Test func `a request of the app's own client is signed for one use`() async throws {
        let api = bound.api()
        let signed = try await api.signed(HTTPRequest(url: BoundSignIn.userInfo))
        let again = try await api.signed(HTTPRequest(url: BoundSignIn.userInfo))
        let (one, other) = (try #require(SentProof(in: signed)), try #require(SentProof(in: again)))
        #expect(one["jti"] != other["jti"] && one["ath"] == other["ath"])
        #expect(signed.headerFields[.authorization]?.hasPrefix("DPoP ") == true)
        let elsewhere = HTTPRequest(url: URL(constant: "https://evil.example/"))
        await #expect(throws: TransportError.self) { try await api.signed(elsewhere) }
    }

    @Test func `a clock that is four minutes fast is corrected by the provider's own`() async throws {
        let tenant = try await withTenant { $0 }
        let (transport, clock) = (TamperingTransport(tenant.transport), tenant.clock)
        transport.change { _, response in
            response.head.headerFields[.date] = Self.format.string(from: clock.now)
        }
        let fast = TimeSource(
            date: { clock.now + 240 }, elapsed: { .seconds(clock.now.timeIntervalSince1970) })
        let accounts = AccountStore(MemoryAccountStorage(), over: transport, time: fast)
        let flow = SignInFlow(try BoundSignIn.registration(), keepingIn: accounts)
        let account = try await flow.signIn(at: tenant)
        let api = flow.authorizedTransport(for: account, scopes: BoundSignIn.scopes, to: BoundSignIn.userInfo)
        #expect(try await api.send(HTTPRequest(url: BoundSignIn.userInfo)).status == .ok)
        let pushes = transport.sent.filter { $0.request.path == "/op/par" }.compactMap {
            SentProof(in: $0.request)?.issuedAt?.timeIntervalSince(clock.now)
        }
        #expect(pushes == [240, 0, 0], "the clock first, and then the nonce")
    }

    private static let format: DateFormatter = {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = .gmt
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format
    }()

    @Test func `the client's own tokens are bound to one key of the program`() async throws {
        let (tenant, transport) = try await tamperedTenant()
        var registration = try BoundSignIn.registration()
        registration.clientID = StandardSampleClient.serviceID
        registration.authentication = .privateKeyJWT(
            try ClientKey(jsonWebKey: Data(ClientAuthenticationTests.sampleServiceKey.utf8)))
        let grants = ClientGrants(registration, over: transport, time: tenant.clock.time)
        let token = try await grants.clientCredentials.accessToken(for: [StandardSampleClient.apiScope])
        let api = AuthorizedTransport(
            grants.clientCredentials, scopes: [StandardSampleClient.apiScope], to: BoundSignIn.userInfo,
            over: transport)
        _ = try await api.send(HTTPRequest(url: BoundSignIn.userInfo))
        let sent = transport.sent.filter { ["/op/token", "/op/userinfo"].contains($0.request.path) }
        #expect(sent.count == 2, "the token is kept")
        let proofs = sent.map { SentProof(in: $0.request) }
        #expect(proofs[0] != nil && proofs[0]?.thumbprint == proofs[1]?.thumbprint)
        #expect(proofs[1]?["ath"] == SentProof.hash(of: token.revealed))
    }
}
