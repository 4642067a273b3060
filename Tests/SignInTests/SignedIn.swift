// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import OAuth
import SignIn
import SignInTesting

/// A person who is signed in at a local tenant, with everything between session and tenant under the test's hand.
struct SignedIn: Sendable {
    let tenant: TestTenant
    let transport: TamperingTransport
    let storage: any AccountStorage
    let account: Account

    /// Signs a person in, and runs a test with that.
    static func with<Result>(
        _ storage: any AccountStorage = MemoryAccountStorage(), _ body: (SignedIn) async throws -> Result
    ) async throws -> Result {
        try await withTenant { tenant in
            let transport = TamperingTransport(tenant.transport)
            let account = try await tenant.signInFlow(keepingIn: storage)
                .signIn(with: tenant.userAgent(signingIn: tenant.person))
            return try await body(
                SignedIn(tenant: tenant, transport: transport, storage: storage, account: account))
        }
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

    func record() async throws -> AccountRecord? { try await storage.record(account.id) }

    /// Lets the access token end, and not the refresh token.
    func expire() { tenant.clock.advance(by: .seconds(3 * 3600)) }
}
