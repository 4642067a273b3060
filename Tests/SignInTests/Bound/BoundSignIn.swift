// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import LocalTenant
import SignInTesting

@testable import SignIn

/// A sign-in at the standard provider, which demands pushed requests, proofs, and nonces of this client.
struct BoundSignIn: Sendable {
    let tenant: TestTenant
    let transport: TamperingTransport
    let storage: any AccountStorage
    let registration: ClientRegistration
    let account: Account

    static let issuer = URL(constant: "http://127.0.0.1:4400/op")
    static let userInfo = URL(constant: "http://127.0.0.1:4400/op/userinfo")
    static let scopes: ScopeSet = ["openid", "profile", "offline_access"]

    static func registration() throws -> ClientRegistration {
        var registration = ClientRegistration(
            name: "bound", issuer: issuer, clientID: StandardSampleClient.boundID,
            redirectURI: try #require(RedirectURI("http://127.0.0.1/callback")), scopes: scopes)
        registration.dpopBoundAccessTokens = true
        registration.requiresPushedAuthorizationRequests = true
        return registration
    }

    init(
        _ registration: ClientRegistration? = nil, keepingIn storage: any AccountStorage = MemoryAccountStorage()
    ) async throws {
        tenant = try await withTenant { $0 }
        transport = TamperingTransport(tenant.transport)
        self.storage = storage
        self.registration = try registration ?? Self.registration()
        account = try await tenant.flow(self.registration, over: transport, keepingIn: storage).signIn(at: tenant)
    }

    func flow(_ change: (inout ClientRegistration) -> Void = { _ in }) -> SignInFlow {
        var registration = registration
        change(&registration)
        return SignInFlow(
            registration,
            keepingIn: AccountStore(
                storage, registrations: [registration], over: transport, time: tenant.clock.time))
    }

    /// The tenant's UserInfo endpoint, which accepts any token with `openid`.
    func api(_ flow: SignInFlow? = nil) -> AuthorizedTransport {
        (flow ?? self.flow()).authorizedTransport(for: account, scopes: Self.scopes, to: Self.userInfo)
    }

    func record() async throws -> AccountRecord { try #require(try await storage.record(account.id)) }

    func expire() { tenant.clock.advance(by: .seconds(3 * 3600)) }

    func proofs(at path: String) -> [SentProof?] {
        transport.sent.filter { $0.request.path?.hasPrefix("/op/\(path)") == true }.map { SentProof(in: $0.request) }
    }

    func forms(at path: String) -> [FormParameters] {
        transport.sent.filter { $0.request.path == "/op/\(path)" }.compactMap(\.form)
    }
}
