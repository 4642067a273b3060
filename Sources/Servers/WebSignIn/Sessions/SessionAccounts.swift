// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import PortableFoundation
import SignIn
import SignInProvider
import Synchronization

/// The account stores of active sessions: one per session, so that all its requests share one refresh.
final class SessionAccounts: Sendable {
    private struct Live {
        let accounts: AccountStore
        var usedAt: Duration
    }

    private let storage: any WebSessionStorage
    let registrations: CurrentRegistrations
    private let providers: DiscoveredProviders
    private let transport: any Transport
    private let time: TimeSource
    private let live = Mutex<[StoredSession.ID: Live]>([:])

    init(
        _ storage: any WebSessionStorage, registrations: [ClientRegistration], over transport: any Transport,
        time: TimeSource
    ) {
        (self.storage, self.transport, self.time) = (storage, transport, time)
        self.registrations = CurrentRegistrations(registrations)
        providers = DiscoveredProviders(over: transport, time: time)
    }

    func accounts(of session: OpenSession) -> AccountStore {
        let now = time.elapsed()
        return live.withLock { live in
            if let known = live[session.id]?.accounts {
                live[session.id]?.usedAt = now
                return known
            }
            let accounts = AccountStore(
                SessionAccountStorage(storage: storage, session: session.id, key: session.key, time: time),
                registrations: registrations, providers: providers, over: transport, time: time)
            live[session.id] = Live(accounts: accounts, usedAt: now)
            return accounts
        }
    }

    /// A store without accounts, for provider requests outside any session.
    var forProviders: AccountStore {
        AccountStore(MemoryAccountStorage(), providers: providers, over: transport, time: time)
    }

    /// Releases the stores that are unused for ten minutes; their content is in the storage.
    func forgetIdle() {
        let now = time.elapsed()
        live.withLock { live in live = live.filter { now - $0.value.usedAt < Self.longest } }
    }

    private static let longest: Duration = .seconds(600)
}
