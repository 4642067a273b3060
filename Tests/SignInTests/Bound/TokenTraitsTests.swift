// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import SignInTesting

@testable import SignIn

@Suite(.timeLimit(.minutes(1))) struct TokenTraitsTests {
    static let settings: [(String, @Sendable (inout ClientRegistration) -> Void)] = [
        ("capabilities", { $0.clientCapabilities = ["cp1"] }),
        ("binding", { $0.dpopBoundAccessTokens = true }),
        ("certificate", { $0.tlsClientCertificateBoundAccessTokens = true }),
        ("resource", { $0.resource = "https://orders.aldervale.example" }),
    ]

    /// The standard provider's native app, for which binding is optional.
    private static func nativeApp() async throws -> (SignInFlow, Account, TamperingTransport, TestTenant) {
        let tenant = try await withTenant { $0 }
        let certificate = try TestCertificate(named: "native", from: tenant.clock.now)
        let transport = TamperingTransport(tenant.transport.presenting(certificate: certificate.der))
        let registration = ClientRegistration(
            name: "native", issuer: BoundSignIn.issuer, clientID: "sample-native-app",
            redirectURI: try #require(RedirectURI("http://localhost")),
            scopes: BoundSignIn.scopes.union(["orders.read"]))
        let flow = tenant.flow(registration, over: transport)
        let account = try await flow.signIn(at: tenant)
        transport.forget()
        return (flow, account, transport, tenant)
    }

    private static func changed(_ flow: SignInFlow, _ change: (inout ClientRegistration) -> Void) -> SignInFlow {
        var registration = flow.registration
        change(&registration)
        return SignInFlow(registration, keepingIn: flow.accounts)
    }

    @Test(arguments: settings.indices)
    func `a changed setting leads to a refresh, and both tokens stay`(_ row: Int) async throws {
        let (name, change) = Self.settings[row]
        let (flow, account, transport, _) = try await Self.nativeApp()
        let scopes = flow.registration.scopes
        let plain = try await flow.session(of: account).accessToken(for: scopes)
        #expect(transport.tokenRequests.isEmpty, "\(name)")
        let other = Self.changed(flow, change)
        let token = try await other.session(of: account).accessToken(for: scopes)
        #expect(token != plain && transport.tokenRequests.count == 1, "\(name)")
        #expect(try await other.session(of: account).accessToken(for: scopes) == token, "\(name)")
        #expect(try await flow.session(of: account).accessToken(for: scopes) == plain, "\(name)")
        #expect(transport.tokenRequests.count == 1, "\(name): both are kept")
        let accounts = AccountStore(flow.accounts.storage, over: transport, time: flow.accounts.time)
        let later = SignInFlow(other.registration, keepingIn: accounts)
        #expect(try await later.session(of: account).accessToken(for: scopes) == token, "\(name)")
        #expect(transport.tokenRequests.count == 1, "\(name)")
    }

    @Test func `two programs with different settings that ask at once get a token each`() async throws {
        let (flow, account, _, tenant) = try await Self.nativeApp()
        tenant.clock.advance(by: .seconds(2 * 3600))
        let other = Self.changed(flow) { $0.clientCapabilities = ["cp1"] }
        async let plain = flow.session(of: account).accessToken(for: BoundSignIn.scopes)
        async let capable = other.session(of: account).accessToken(for: BoundSignIn.scopes)
        let tokens = try await [plain, capable]
        #expect(tokens[0] != tokens[1])
    }

    @Test func `an account that was not bound gets a key with its next refresh`() async throws {
        let (flow, account, transport, _) = try await Self.nativeApp()
        let bound = Self.changed(flow) { $0.dpopBoundAccessTokens = true }
        let api = bound.authorizedTransport(for: account, scopes: BoundSignIn.scopes, to: BoundSignIn.userInfo)
        #expect(try await api.send(HTTPRequest(url: BoundSignIn.userInfo)).status == .ok)
        let key = try #require(try await flow.accounts.storage.record(account.id)?.dpopKey)
        #expect(
            transport.sent.compactMap { SentProof(in: $0.request)?.thumbprint }.allSatisfy { $0 == key.thumbprint })
        #expect(transport.sent.last.flatMap { SentProof(in: $0.request)?["ath"] } != nil)
    }

    @Test func `a token that an older version has kept is plain`() async throws {
        let (flow, account, _, _) = try await Self.nativeApp()
        let record = try #require(try await flow.accounts.storage.record(account.id))
        let json = String(decoding: try record.content(), as: UTF8.self)
        #expect(!json.contains("requestedAs") && !json.contains("dpopKey"))
        #expect(record.tokens.first?.traits == .plain)
    }

    @Test func `more consent keeps the key, and with it the refresh token`() async throws {
        let bound = try await BoundSignIn()
        let flow = bound.flow()
        let earlier = try await bound.record()
        bound.transport.changeTokens(["refresh_token": nil])
        _ = try await flow.extend(
            bound.account, by: ["email"], with: bound.tenant.userAgent(signingIn: bound.tenant.person))
        let record = try await bound.record()
        #expect(record.dpopKey == earlier.dpopKey && record.refreshToken == earlier.refreshToken)
        #expect(record.tokens.count == 1)
        #expect(try await bound.api().send(HTTPRequest(url: BoundSignIn.userInfo)).status == .ok)
        #expect(bound.proofs(at: "userinfo").last??.thumbprint == record.dpopKey?.thumbprint)
    }
}
