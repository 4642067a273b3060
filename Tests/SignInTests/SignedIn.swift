// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignInTesting

/// A person signed in at a local tenant.
struct SignedIn: Sendable {
    let tenant: TestTenant
    let transport: TamperingTransport
    let storage: any AccountStorage
    let account: Account

    init(_ storage: any AccountStorage = MemoryAccountStorage(), isExpired: Bool = false) async throws {
        tenant = try await withTenant { $0 }
        transport = TamperingTransport(tenant.transport)
        self.storage = storage
        account = try await tenant.signInFlow(keepingIn: storage).signIn(at: tenant)
        if isExpired { expire() }
    }

    var scopes: ScopeSet { tenant.registration.scopes }
    var store: AccountStore { store(in: storage) }

    func store(in storage: any AccountStorage) -> AccountStore {
        AccountStore(
            storage, registrations: [tenant.registration], over: transport,
            time: tenant.clock.time)
    }

    func session(in storage: (any AccountStorage)? = nil) -> AccountSession {
        AccountSession(account, of: tenant.registration, keptIn: store(in: storage ?? self.storage))
    }

    /// As a program that has just started gets it.
    func token() async throws -> Redacted<String> { try await store.token(of: self) }

    func record() async throws -> AccountRecord? { try await storage.record(account.id) }

    func expire() { tenant.clock.advance(by: .seconds(3 * 3600)) }
}

func tamperedTenant() async throws -> (TestTenant, TamperingTransport) {
    let tenant = try await withTenant { $0 }
    return (tenant, TamperingTransport(tenant.transport))
}

extension AccountStore {
    func token(of signedIn: SignedIn) async throws -> Redacted<String> {
        try await token(for: signedIn.account, scopes: signedIn.scopes)
    }
}

extension SignInFlow {
    @discardableResult
    func signIn(at tenant: TestTenant) async throws -> Account {
        try await signIn(with: tenant.userAgent(signingIn: tenant.person))
    }
}

extension SignOut {
    /// The states of the session and of the refresh token.
    var states: [String] {
        let ofSession =
            switch session {
            case .ended: "ended"
            case .open: "open"
            case .remains(nil): "remains"
            case .remains: "failed"
            }
        let ofToken =
            switch refreshToken {
            case .absent: "absent"
            case .revoked: "revoked"
            case .remains(nil): "remains"
            case .remains: "failed"
            }
        return [ofSession, ofToken]
    }

    var page: URL? { if case .open(let page) = session { page } else { nil } }
}

extension TestTenant {
    func flow(
        _ registration: ClientRegistration? = nil, over transport: any Transport,
        keepingIn storage: any AccountStorage = MemoryAccountStorage()
    ) -> SignInFlow {
        SignInFlow(
            registration ?? self.registration, keepingIn: AccountStore(storage, over: transport, time: clock.time))
    }
}
