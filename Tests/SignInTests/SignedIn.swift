// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignInTesting

/// A person who is signed in at a local tenant, with everything between session and tenant under the test's hand.
struct SignedIn: Sendable {
    let tenant: TestTenant
    let transport: TamperingTransport
    let storage: any AccountStorage
    let account: Account

    init(_ storage: any AccountStorage = MemoryAccountStorage()) async throws {
        tenant = try await withTenant { $0 }
        transport = TamperingTransport(tenant.transport)
        self.storage = storage
        account = try await tenant.signInFlow(keepingIn: storage).signIn(at: tenant)
    }

    var scopes: ScopeSet { tenant.registration.scopes }
    /// A store like one of a program that was just started.
    var store: AccountStore { store(in: storage) }

    func store(in storage: any AccountStorage) -> AccountStore {
        AccountStore(
            storage, registrations: [tenant.registration], over: transport,
            time: tenant.clock.time)
    }

    /// A session like one of a program that was just started.
    func session(in storage: (any AccountStorage)? = nil) -> AccountSession {
        AccountSession(account, of: tenant.registration, keptIn: store(in: storage ?? self.storage))
    }

    /// The token for the scopes of the registration, as a program that was just started gets it.
    func token() async throws -> Redacted<String> { try await store.token(of: self) }

    func record() async throws -> AccountRecord? { try await storage.record(account.id) }

    /// Lets the access token end, and not the refresh token.
    func expire() { tenant.clock.advance(by: .seconds(3 * 3600)) }
}

/// A local tenant, with the wire in the test's hand.
func tamperedTenant() async throws -> (TestTenant, TamperingTransport) {
    let tenant = try await withTenant { $0 }
    return (tenant, TamperingTransport(tenant.transport))
}

extension AccountStore {
    /// The token for the scopes of the registration.
    func token(of signedIn: SignedIn) async throws -> Redacted<String> {
        try await token(for: signedIn.account, scopes: signedIn.scopes)
    }
}

extension SignInFlow {
    /// Signs in the tenant's own person, who agrees to everything.
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

    /// The page that ends the session.
    var page: URL? { if case .open(let page) = session { page } else { nil } }
}

extension TestTenant {
    /// A flow over this transport, as of a program that was just started.
    func flow(
        _ registration: ClientRegistration? = nil, over transport: any Transport,
        keepingIn storage: any AccountStorage = MemoryAccountStorage()
    ) -> SignInFlow {
        SignInFlow(
            registration ?? self.registration, keepingIn: AccountStore(storage, over: transport, time: clock.time))
    }
}
