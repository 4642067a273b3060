// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth
import Provider

/// What happens while an account is held: what is kept is looked at again, the provider is asked, its answer is saved.
extension AccountStore {
    /// Takes over what another program fetched while this one waited, else asks the provider.
    ///
    /// Where no lock can be held, another program may save the account meanwhile; what it saved is then looked at.
    func renew(
        _ id: Account.ID, at registration: ClientRegistration, scopes: ScopeSet, rejected: Redacted<String>?
    ) async throws -> Redacted<String> {
        try await catchUp(id)
        for _ in 0..<Self.attempts {
            guard let record = try await storage.record(id), record.owner == registration.id else {
                throw Self.signInRequired
            }
            if let token = record.token(for: scopes), isGood(token, of: record, rejected: rejected) {
                remember(record, try await storage.stamp(of: id))
                return token.accessToken
            }
            if let token = try await refresh(record, at: registration, scopes: scopes) { return token }
        }
        throw Self.contended
    }

    /// Whether nothing better can be had: an API that refuses a new token refuses each, and its word alone, without
    /// anything to renew the token with, ends no sign-in.
    private func isGood(_ token: KeptToken, of record: AccountRecord, rejected: Redacted<String>?) -> Bool {
        let schedule = TokenSchedule(token, now: time.date())
        guard token.accessToken == rejected else { return schedule.freshFor > .zero }
        return schedule.usableFor > .zero && (token.isNew(at: time.date()) || record.refreshToken == nil)
    }

    /// Asks the provider.
    ///
    /// - Returns: The new token; `nil` if what is kept by now is newer.
    private func refresh(
        _ record: AccountRecord, at registration: ClientRegistration, scopes: ScopeSet
    ) async throws -> Redacted<String>? {
        do {
            let refresh = AccountRefresh(
                registration: registration, provider: try await providers.provider(for: registration),
                transport: transport, time: time)
            switch try await refresh.outcome(for: record, asking: scopes) {
            case .renewed(let renewed, let token):
                guard let account = try await saveAnswer(renewed, for: record) else { return nil }
                listeners.send(.refreshed(account, scopes))
                return token
            case .unjudged(let unjudged, let error):
                _ = try await saveAnswer(unjudged, for: record)
                throw error
            case .ended(let ended, let error):
                guard let account = try await saveAnswer(ended, for: record) else { return nil }
                listeners.send(.needsSignIn(account))
                throw Refusal(
                    .signInRequired, "the sign-in has ended at the provider; sign in again", cause: error)
            }
        } catch let refusal as Refusal where refusal.code == .signInRequired {
            let account = record.account(at: time.date())
            if record.refreshToken == nil, account.needsSignIn { listeners.send(.needsSignIn(account)) }
            throw refusal
        } catch {
            listeners.send(.failed(record.id, error))
            throw error
        }
    }

    /// Saves a provider's answer, which cannot be had a second time.
    ///
    /// Where another program saved the account meanwhile, and that is not newer, the answer is put into what it saved;
    /// where it cannot be saved, because the disk is full, say, it is held for the next attempt.
    ///
    /// - Returns: The account; `nil` if what is kept by now is newer than the answer.
    /// - Throws: `AccountStorageError`.
    private func saveAnswer(_ answer: AccountRecord, for asked: AccountRecord) async throws -> Account? {
        var answer = answer
        for _ in 0..<Self.attempts {
            do {
                return try await save(answer)
            } catch let error as AccountStorageError where error.code == .conflict {
                guard let merged = try await storage.record(answer.id)?.taking(answer, to: asked) else { return nil }
                answer = merged
            } catch let error as AccountStorageError {
                unsaved[answer.id] = (answer, asked)
                throw error
            }
        }
        unsaved[answer.id] = (answer, asked)
        throw Self.contended
    }

    /// Saves what could not be saved before; call it with exclusive access to the account, before it is read.
    func catchUp(_ id: Account.ID) async throws {
        guard let (answer, asked) = unsaved.removeValue(forKey: id) else { return }
        _ = try await saveAnswer(answer, for: asked)
    }

    func save(_ record: AccountRecord) async throws -> Account {
        let saved = try await storage.save(record)
        remember(saved, try await storage.stamp(of: saved.id))
        return saved.account(at: time.date())
    }

    /// How often a change is made again to what somebody else has saved meanwhile.
    static let attempts = 8

    static let contended = AccountStorageError(
        .conflict, "other programs change this account all the time; try again in a moment")
}
