// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth
import Provider

/// What callers who need the same new token have in common.
struct Renewal: Hashable, Sendable {
    let account: Account.ID
    let owner: RegistrationKey
    let permissions: Set<String>
}

extension AccountStore {
    /// A token from memory, else from storage, else from the provider.
    ///
    /// - Parameters:
    ///   - id: The account.
    ///   - registration: The registration that the account must belong to.
    ///   - owner: The key of that registration.
    ///   - scopes: What the token must allow.
    ///   - rejected: A token that the API refused just now, so that the same one does not come back.
    /// - Returns: The token.
    /// - Throws: As ``token(for:scopes:)``.
    func token(
        for id: Account.ID, at registration: ClientRegistration, _ owner: RegistrationKey, scopes: ScopeSet,
        rejected: Redacted<String>?
    ) async throws -> Redacted<String> {
        if memory.shouldLook(at: id, now: time.elapsed()) { try await look(at: id) }
        switch memory.answer(id, of: owner, for: scopes, rejected: rejected, now: time.elapsed()) {
        case .good(let token): return token
        case .due(let token): return try await renewedAhead(token, for: id, at: registration, scopes: scopes)
        case .missing: return try await renewed(for: id, at: registration, scopes: scopes, rejected: rejected)
        }
    }

    /// Sees whether another program changed or removed the account.
    private func look(at id: Account.ID) async throws {
        let stamp = try await storage.stamp(of: id)
        guard stamp == nil || stamp != memory.stamp(of: id) else { return }
        guard let record = try await storage.record(id) else {
            if memory.knows(id) { listeners.send(.removed(id)) }
            memory.forget(id)
            throw Self.signInRequired
        }
        if memory.knows(id) { listeners.send(.changed(record.account(at: time.date()))) }
        remember(record, stamp)
    }

    /// The next token, fetched by one caller while all others are given the one at hand; that one too if the provider
    /// cannot be asked now, because it is still good.
    private func renewedAhead(
        _ token: Redacted<String>, for id: Account.ID, at registration: ClientRegistration, scopes: ScopeSet
    ) async throws -> Redacted<String> {
        // At once, so that the next caller does not come here as well.
        memory.postpone(id, for: scopes, now: time.elapsed())
        do {
            return try await renewed(for: id, at: registration, scopes: scopes, rejected: nil)
        } catch let refusal as Refusal where refusal.code == .signInRequired {
            throw refusal
        } catch {
            memory.postpone(id, for: scopes, now: time.elapsed())
            return token
        }
    }

    private func renewed(
        for id: Account.ID, at registration: ClientRegistration, scopes: ScopeSet, rejected: Redacted<String>?
    ) async throws -> Redacted<String> {
        let token = try await joined(for: id, at: registration, scopes: scopes, rejected: rejected)
        // Whoever was joined may not have known that this token was rejected, and brought it back from storage. What
        // comes the second time is the provider's own answer.
        guard token == rejected else { return token }
        return try await joined(for: id, at: registration, scopes: scopes, rejected: rejected)
    }

    private func joined(
        for id: Account.ID, at registration: ClientRegistration, scopes: ScopeSet, rejected: Redacted<String>?
    ) async throws -> Redacted<String> {
        let renewal = Renewal(account: id, owner: registration.key, permissions: scopes.permissions)
        return try await renewals.run(for: renewal) { [self] in
            try await storage.withExclusiveAccess(to: id) {
                try await self.renew(id, at: registration, scopes: scopes, rejected: rejected)
            }
        }
    }

    /// Takes over what another program fetched while this one waited, else asks the provider.
    private func renew(
        _ id: Account.ID, at registration: ClientRegistration, scopes: ScopeSet, rejected: Redacted<String>?
    ) async throws -> Redacted<String> {
        guard let record = try await storage.record(id), record.owner == registration.key else {
            throw Self.signInRequired
        }
        if let token = record.token(for: scopes), token.accessToken != rejected,
            TokenSchedule(token, now: time.date()).freshFor > .zero
        {
            remember(record, try await storage.stamp(of: id))
            return token.accessToken
        }
        do {
            return try await refresh(record, at: registration, scopes: scopes)
        } catch let error as AccountStorageError where error.code == .conflict {
            // Where no lock can be held, another program may have been faster; what it kept is newer.
            guard let token = try await storage.record(id)?.token(for: scopes)?.accessToken, token != rejected else {
                throw error
            }
            return token
        }
    }

    private func refresh(
        _ record: AccountRecord, at registration: ClientRegistration, scopes: ScopeSet
    ) async throws -> Redacted<String> {
        do {
            let refresh = AccountRefresh(
                registration: registration, provider: try await providers.provider(for: registration),
                transport: transport, time: time)
            switch try await refresh.outcome(for: record, asking: scopes) {
            case .renewed(let renewed, let token):
                listeners.send(.refreshed(try await save(renewed), scopes))
                return token
            case .unjudged(let unjudged, let error):
                _ = try await save(unjudged)
                throw error
            case .ended(let ended, let error):
                listeners.send(.needsSignIn(try await save(ended)))
                throw Refusal(
                    .signInRequired, "the sign-in has ended at the provider; sign in again", cause: error)
            }
        } catch {
            let isForThePerson = (error as? Refusal)?.code == .signInRequired
            if !isForThePerson { listeners.send(.failed(record.id, error)) }
            throw error
        }
    }

    func save(_ record: AccountRecord) async throws -> Account {
        let saved = try await storage.save(record)
        remember(saved, try await storage.stamp(of: saved.id))
        return saved.account(at: time.date())
    }

    func remember(_ record: AccountRecord, _ stamp: AccountStamp?) {
        memory.remember(record, stamp: stamp, date: time.date(), now: time.elapsed())
    }

    static let signInRequired = Refusal(.signInRequired, "nobody is signed in; sign in first")
}
